/** The grader's side: reads a case, drives src/mcp.ts with it, prints one JSON document. */

import { readFileSync } from 'node:fs';
import {
  McpServer,
  parseToolResult,
  toolsCallRequest,
  toolsListRequest,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type Tool,
  type ToolResult,
} from './src/mcp.ts';

interface CallCase {
  serverTools: Tool[];
  tool: string;
  args: Record<string, unknown>;
  /** Replaces the whole frame that the stand-in server answers the call with. */
  serverReply?: JsonRpcResponse;
}

interface ServerCase {
  serverTools: Tool[];
  requests: JsonRpcRequest[];
}

/** What a client sends along with tools/call; one under construction may lack either part. */
interface ToolCallParams {
  name?: string;
  arguments?: Record<string, unknown>;
}

// The handshake that comes before these two requests took id 1.
const LIST_ID = 2;
const CALL_ID = 3;

/** Lists the stand-in server's tools, calls one, and reports what went over the wire. */
function mcpCall({ serverTools, tool, args, serverReply }: CallCase) {
  const listRequest = toolsListRequest(LIST_ID);
  const listed = answer(serverTools, listRequest).result as { tools: Tool[] } | undefined;
  const callRequest = toolsCallRequest(CALL_ID, tool, args);
  const called = serverReply ?? answer(serverTools, callRequest);
  return {
    toolsListRequest: listRequest,
    toolsCallRequest: callRequest,
    toolNames: listed?.tools?.map(({ name }) => name) ?? [],
    ...unwrap(called),
  };
}

function unwrap(response: JsonRpcResponse) {
  try {
    return { callResult: parseToolResult(response) };
  } catch (error) {
    return { callError: error instanceof Error ? error.message : String(error) };
  }
}

/** Puts each request to the server, in order, and collects the responses. */
function mcpServer({ serverTools, requests }: ServerCase) {
  const server = new McpServer(serverTools);
  return { responses: requests.map((request) => server.handle(request)) };
}

/** The stand-in server: it has the case's tools, and each returns its own call as text. */
function answer(tools: Tool[], { id, method, params }: JsonRpcRequest): JsonRpcResponse {
  switch (method) {
    case 'tools/list':
      return { jsonrpc: '2.0', id, result: { tools } };
    case 'tools/call':
      return { jsonrpc: '2.0', id, result: callTool(tools, params as ToolCallParams | undefined) };
    default:
      return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  }
}

function callTool(tools: Tool[], params: ToolCallParams = {}): ToolResult {
  const { name, arguments: args = {} } = params;
  const known = tools.some((tool) => tool.name === name);
  const text = known ? `${name}(${JSON.stringify(args)})` : `unknown tool: ${name}`;
  return { content: [{ type: 'text', text }], isError: !known };
}

const MODES = new Map<string, (text: string) => object>([
  ['mcp-call', (text) => mcpCall(JSON.parse(text) as CallCase)],
  ['mcp-server', (text) => mcpServer(JSON.parse(text) as ServerCase)],
]);

/** The case is in the file named by the second argument, or else on standard input. */
function readCase(path: string | undefined): string {
  const STDIN = 0;
  return readFileSync(path ?? STDIN, 'utf8');
}

function main([mode, path]: string[]): number {
  const modes = [...MODES.keys()].join(', ');
  if (mode === undefined) {
    console.error(`usage: program.ts MODE [CASE_FILE]    modes: ${modes}`);
    return 2;
  }
  const run = MODES.get(mode);
  if (!run) {
    console.error(`unknown mode '${mode}'; this program knows: ${modes}`);
    return 2;
  }
  console.log(JSON.stringify(run(readCase(path))));
  return 0;
}

process.exitCode = main(process.argv.slice(2));
