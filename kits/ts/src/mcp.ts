/**
 * Your side: what a client sends to a server, and what a server answers.
 *
 * Each function throws until you have written it. The lessons say what it gets and what it
 * returns: `npx theinference show 1`.
 */

export interface JsonRpcRequest {
  jsonrpc: '2.0';
  id: number | string;
  method: string;
  params?: unknown;
}

/** It has either a `result` or an `error`. */
export interface JsonRpcResponse {
  jsonrpc: '2.0';
  id: number | string;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface Tool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** The `result` of `tools/call`. */
export interface ToolResult {
  content?: { type: string; text?: string }[];
  isError?: boolean;
}

// --- the client: stage tools-list-and-call ---------------------------------

/** The request that asks a server for its tools. */
export function toolsListRequest(id: number): JsonRpcRequest {
  throw new Error('not written yet: toolsListRequest');
}

/** The request that runs the tool `name` with these arguments. */
export function toolsCallRequest(
  id: number,
  name: string,
  args: Record<string, unknown>,
): JsonRpcRequest {
  throw new Error('not written yet: toolsCallRequest');
}

/** The text in the answer to a call; throws an Error where the call failed. */
export function parseToolResult(response: JsonRpcResponse): string {
  throw new Error('not written yet: parseToolResult');
}

// --- the server: stage tools-call-handler ----------------------------------

/** A server with these tools. */
export class McpServer {
  readonly tools: Tool[];

  constructor(tools: Tool[]) {
    this.tools = tools;
  }

  /** The response to one request. */
  handle(request: JsonRpcRequest): JsonRpcResponse {
    throw new Error('not written yet: handle');
  }
}
