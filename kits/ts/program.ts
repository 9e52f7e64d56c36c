/** Complete: reads a case, calls what you wrote in src/mcp.ts, and prints one JSON document. */

import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import {
  McpServer,
  parseToolResult,
  toolsCallRequest,
  toolsListRequest,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type Tool,
} from './src/mcp.ts';

const USAGE = `usage: ./your_program.sh MODE [CASE_FILE]
modes: mcp-call, mcp-server; the case comes from the file, or from standard input
to have your program graded: npx theinference test`;

const STDIN = 0;

interface CallCase {
  serverTools: Tool[];
  tool: string;
  args: Record<string, unknown>;
  serverReply?: JsonRpcResponse;
}

interface ServerCase {
  serverTools: Tool[];
  requests: JsonRpcRequest[];
}

/** Your client asks for the tools, calls one, and unwraps the answer. */
function mcpCall({ serverTools, tool, args, serverReply }: CallCase): object {
  const listRequest = toolsListRequest(2);
  const listed = standIn(serverTools, listRequest).result as { tools?: Tool[] } | undefined;
  const callRequest = toolsCallRequest(3, tool, args);
  const called = serverReply ?? standIn(serverTools, callRequest);
  return {
    toolsListRequest: listRequest,
    toolsCallRequest: callRequest,
    toolNames: (listed?.tools ?? []).map(({ name }) => name),
    ...unwrapped(called),
  };
}

function unwrapped(response: JsonRpcResponse): object {
  try {
    return { callResult: parseToolResult(response) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith('not written yet: ')) throw error;
    return { callError: message };
  }
}

/** Your server answers each request in turn. */
function mcpServer({ serverTools, requests }: ServerCase): object {
  const server = new McpServer(serverTools);
  return { responses: requests.map((request) => server.handle(request)) };
}

/** The server that your client talks to. Its tools return their own call as text. */
function standIn(tools: Tool[], request: JsonRpcRequest): JsonRpcResponse {
  const { id, method, params } = request ?? {};
  const answer = { jsonrpc: '2.0', id } as const;
  if (method === 'tools/list') return { ...answer, result: { tools } };
  if (method !== 'tools/call') {
    return { ...answer, error: { code: -32601, message: 'Method not found' } };
  }
  const call = (params ?? {}) as { name?: string; arguments?: unknown };
  const isKnown = tools.some(({ name }) => name === call.name);
  const args = JSON.stringify(call.arguments ?? {});
  const text = isKnown ? `${call.name}(${args})` : `unknown tool: ${call.name}`;
  return { ...answer, result: { content: [{ type: 'text', text }], isError: !isKnown } };
}

function readCase(path: string | undefined): unknown {
  return JSON.parse(readFileSync(path ?? STDIN, 'utf8'));
}

function main([mode, path]: string[]): number {
  const isKnown = mode === 'mcp-call' || mode === 'mcp-server';
  if (!isKnown || (path === undefined && isatty(STDIN))) {
    console.error(USAGE);
    return 2;
  }
  let json: unknown;
  try {
    json = readCase(path);
  } catch (error) {
    console.error(`the case cannot be read: ${(error as Error).message}`);
    return 2;
  }
  const answer = mode === 'mcp-call' ? mcpCall(json as CallCase) : mcpServer(json as ServerCase);
  console.log(JSON.stringify(answer));
  return 0;
}

process.exitCode = main(process.argv.slice(2));
