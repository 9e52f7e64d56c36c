# Your side: what a client sends to a server, and what a server answers.
#
# Each function ends the program until you have written it. The lessons say what it gets and what
# it returns: npx theinference show 1
#
# JSON goes in as arguments and out on standard output, and jq makes it:
#
#   jq -cn --arg name "$1" --argjson list "$2" '{$name, $list}'
#
# Print what you want to look at with `>&2`.

not_written() {
  echo "not written yet: $1" >&2
  exit 3
}

# --- the client: stage tools-list-and-call ----------------------------------

# tools_list_request ID: prints the request that asks a server for its tools.
tools_list_request() {
  not_written tools_list_request
}

# tools_call_request ID NAME ARGS: prints the request that runs the tool NAME with ARGS, an object.
tools_call_request() {
  not_written tools_call_request
}

# parse_tool_result RESPONSE: prints the text in the answer to a call, as a JSON string; where the
# call failed, prints the text of the error, as a JSON string too, and returns 1.
parse_tool_result() {
  not_written parse_tool_result
}

# --- the server: stage tools-call-handler -----------------------------------

# handle TOOLS REQUEST: prints the response of a server with TOOLS, a list, to one request.
handle() {
  not_written handle
}
