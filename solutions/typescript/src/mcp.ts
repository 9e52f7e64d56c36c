/**
 * The two tool methods of MCP, seen from both ends of the wire.
 *
 * The client half builds the requests `tools/list` and `tools/call` and unwraps the
 * answer to a call. The server half, `McpServer`, answers them.
 */

export type JsonRpcId = number | string;

export interface JsonRpcRequest {
  jsonrpc: '2.0';
  id: JsonRpcId;
  method: string;
  params?: unknown;
}

/** A response has either a `result` or an `error`. */
export interface JsonRpcResponse {
  jsonrpc: '2.0';
  id: JsonRpcId;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface Tool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** The result of `tools/call`. A server may leave `isError` out, which means false. */
export interface ToolResult {
  content?: { type: string; text?: string }[];
  isError?: boolean;
}

const METHOD_NOT_FOUND = { code: -32601, message: 'Method not found' };

// --- client ----------------------------------------------------------------

/** The question "which tools do you have?". */
export function toolsListRequest(id: number): JsonRpcRequest {
  return { jsonrpc: '2.0', id, method: 'tools/list', params: {} };
}

/** The order "run this tool with these arguments". */
export function toolsCallRequest(
  id: number,
  name: string,
  args: Record<string, unknown>,
): JsonRpcRequest {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/**
 * The text of a call's answer.
 *
 * Throws when the tool reported a failure, and when there is no result at all: an error
 * frame has none either.
 */
export function parseToolResult(response: JsonRpcResponse): string {
  const result = response.result as ToolResult | undefined;
  if (!result) throw new Error('no result');
  const text = result.content?.[0]?.text ?? '';
  if (result.isError === true) throw new Error(text);
  return text;
}

// --- server ----------------------------------------------------------------

/** A server whose tools all do the same: they return their own call as text. */
export class McpServer {
  readonly #tools: Tool[];

  constructor(tools: Tool[]) {
    this.#tools = tools;
  }

  /** Answers one request: a result where the method is known, else an error frame. */
  handle(request: JsonRpcRequest): JsonRpcResponse {
    const { id, method, params } = request;
    switch (method) {
      case 'initialize':
        return { jsonrpc: '2.0', id, result: this.#initialize() };
      case 'tools/list':
        return { jsonrpc: '2.0', id, result: { tools: this.#tools } };
      case 'tools/call':
        return { jsonrpc: '2.0', id, result: this.#call(params as CallParams) };
      default:
        return { jsonrpc: '2.0', id, error: METHOD_NOT_FOUND };
    }
  }

  #initialize() {
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'echo-server', version: '1.0.0' },
    };
  }

  // Returns a result whatever happens: the request was understood, so even a missing tool
  // is reported on the layer whose text the model gets to read.
  #call({ name, arguments: args = {} }: CallParams): ToolResult {
    if (!this.#tools.some((tool) => tool.name === name)) {
      return toolResult(`unknown tool: ${name}`, true);
    }
    return toolResult(`${name}(${JSON.stringify(args)})`, false);
  }
}

interface CallParams {
  name: string;
  arguments?: Record<string, unknown>;
}

function toolResult(text: string, isError: boolean): ToolResult {
  return { content: [{ type: 'text', text }], isError };
}
