// Complete: reads a case, calls what you wrote in src/mcp.go, and prints one JSON document.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	mcp "my-mcp/src"
)

const usage = `usage: ./your_program.sh MODE [CASE_FILE]
modes: mcp-call, mcp-server; the case comes from the file, or from standard input
to have your program graded: npx theinference test`

type caseFile struct {
	ServerTools []json.RawMessage `json:"serverTools"`
	Tool        string            `json:"tool"`
	Args        json.RawMessage   `json:"args"`
	ServerReply json.RawMessage   `json:"serverReply"`
	Requests    []mcp.Request     `json:"requests"`
}

// mcpCall has your client ask for the tools, call one, and unwrap the answer.
func mcpCall(input caseFile) any {
	tools := named(input.ServerTools)
	listRequest := encoded(mcp.ToolsListRequest(2))
	listed := standIn(tools, listRequest)
	callRequest := encoded(mcp.ToolsCallRequest(3, input.Tool, input.Args))
	called := input.ServerReply
	if called == nil {
		called = standIn(tools, callRequest)
	}
	answer := map[string]any{
		"toolsListRequest": json.RawMessage(listRequest),
		"toolsCallRequest": json.RawMessage(callRequest),
		"toolNames":        names(listed),
	}
	var response mcp.Response
	decode(called, &response)
	if text, err := mcp.ParseToolResult(response); err != nil {
		answer["callError"] = err.Error()
	} else {
		answer["callResult"] = text
	}
	return answer
}

// mcpServer has your server answer each request in turn.
func mcpServer(input caseFile) any {
	server := &mcp.Server{Tools: named(input.ServerTools)}
	responses := []mcp.Frame{}
	for _, request := range input.Requests {
		responses = append(responses, server.Handle(request))
	}
	return map[string]any{"responses": responses}
}

// standIn is the server that your client talks to. Its tools return their own call as text.
func standIn(tools []mcp.Tool, request []byte) []byte {
	var frame mcp.Request
	decode(request, &frame)
	answer := mcp.Frame{"jsonrpc": "2.0", "id": frame.ID}
	switch frame.Method {
	case "tools/list":
		definitions := []json.RawMessage{}
		for _, tool := range tools {
			definitions = append(definitions, tool.Definition)
		}
		answer["result"] = map[string]any{"tools": definitions}
	case "tools/call":
		answer["result"] = call(tools, frame.Params)
	default:
		answer["error"] = map[string]any{"code": -32601, "message": "Method not found"}
	}
	return encoded(answer)
}

func call(tools []mcp.Tool, params []byte) any {
	var wanted struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	decode(params, &wanted)
	if wanted.Arguments == nil {
		wanted.Arguments = json.RawMessage("{}")
	}
	text, isError := "unknown tool: "+wanted.Name, true
	for _, tool := range tools {
		if tool.Name == wanted.Name {
			var args bytes.Buffer
			// It was JSON when it was read.
			_ = json.Compact(&args, wanted.Arguments)
			text, isError = wanted.Name+"("+args.String()+")", false
		}
	}
	content := []any{map[string]any{"type": "text", "text": text}}
	return map[string]any{"content": content, "isError": isError}
}

func named(definitions []json.RawMessage) []mcp.Tool {
	tools := []mcp.Tool{}
	for _, definition := range definitions {
		tool := mcp.Tool{Definition: definition}
		decode(definition, &tool)
		tools = append(tools, tool)
	}
	return tools
}

func names(listed []byte) []string {
	var response struct {
		Result struct{ Tools []struct{ Name string } }
	}
	decode(listed, &response)
	names := []string{}
	for _, tool := range response.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// decode leaves empty what does not fit: a frame under construction may be anything.
func decode(text []byte, into any) {
	_ = json.Unmarshal(text, into)
}

// encoded is a value as JSON in which <, > and & stay what they are.
func encoded(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		stop(fmt.Sprintf("what a function returned is not JSON: %v", err))
	}
	return text.Bytes()
}

func readCase(words []string) ([]byte, error) {
	if len(words) > 1 {
		return os.ReadFile(words[1])
	}
	return io.ReadAll(os.Stdin)
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func stop(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}

func main() {
	words := os.Args[1:]
	modes := map[string]func(caseFile) any{"mcp-call": mcpCall, "mcp-server": mcpServer}
	if len(words) == 0 || modes[words[0]] == nil || (len(words) == 1 && isTerminal(os.Stdin)) {
		stop(usage)
	}
	text, err := readCase(words)
	var input caseFile
	if err == nil {
		err = json.Unmarshal(text, &input)
	}
	if err != nil {
		stop(fmt.Sprintf("the case cannot be read: %v", err))
	}
	os.Stdout.Write(encoded(modes[words[0]](input)))
}
