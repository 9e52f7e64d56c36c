#!/bin/sh
# Complete: reads a case, calls what you wrote in src/mcp.sh, and prints one JSON document.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
. "$here/src/mcp.sh"

usage() {
  cat >&2 <<'END'
usage: ./your_program.sh MODE [CASE_FILE]
modes: mcp-call, mcp-server; the case comes from the file, or from standard input
to have your program graded: npx theinference test
END
  exit 2
}

# of CASE FILTER: a part of the case.
of() {
  printf '%s\n' "$1" | jq -c "$2"
}

# Your client asks for the tools, calls one, and unwraps the answer.
mcp_call() {
  tools=$(of "$1" .serverTools)
  list_request=$(tools_list_request 2) || exit
  listed=$(stand_in "$tools" "$list_request") || exit
  call_request=$(tools_call_request 3 "$(of "$1" .tool | jq -r .)" "$(of "$1" .args)") || exit
  if of "$1" 'has("serverReply")' | grep -q true; then
    called=$(of "$1" .serverReply)
  else
    called=$(stand_in "$tools" "$call_request") || exit
  fi
  text=$(parse_tool_result "$called")
  case $? in
    0) key=callResult ;;
    1) key=callError ;;
    *) exit 3 ;;
  esac
  jq -cn --argjson list "$list_request" --argjson call "$call_request" \
    --argjson listed "$listed" --arg key "$key" --argjson text "$text" \
    '{toolsListRequest: $list, toolsCallRequest: $call,
      toolNames: [$listed.result.tools[]?.name], ($key): $text}'
}

# Your server answers each request in turn.
mcp_server() {
  tools=$(of "$1" .serverTools)
  count=$(of "$1" '.requests | length')
  responses=
  number=0
  while [ "$number" -lt "$count" ]; do
    response=$(handle "$tools" "$(of "$1" ".requests[$number]")") || exit
    responses="$responses$response
"
    number=$((number + 1))
  done
  printf '%s' "$responses" | jq -cs '{responses: .}'
}

# The server that your client talks to. Its tools return their own call as text.
stand_in() {
  printf '%s\n' "$2" | jq -c --argjson tools "$1" '
    . as $request
    | {jsonrpc: "2.0", id: $request.id}
    + if .method == "tools/list" then {result: {tools: $tools}}
      elif .method != "tools/call" then {error: {code: -32601, message: "Method not found"}}
      else
        (.params.name // "") as $name
        | (.params.arguments // {} | tojson) as $args
        | ($tools | any(.name == $name)) as $known
        | {result: {
            content: [{type: "text",
                       text: (if $known then "\($name)(\($args))" else "unknown tool: \($name)" end)}],
            isError: ($known | not)}}
      end'
}

case ${1-} in
  mcp-call | mcp-server) ;;
  *) usage ;;
esac
[ $# -gt 1 ] || ! [ -t 0 ] || usage
if ! input=$(cat -- "${2:--}") || ! input=$(printf '%s\n' "$input" | jq -c .); then
  echo 'the case cannot be read' >&2
  exit 2
fi
case $1 in
  mcp-call) mcp_call "$input" ;;
  mcp-server) mcp_server "$input" ;;
esac
