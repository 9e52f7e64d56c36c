// Package mcp is your side: what a client sends to a server, and what a server answers.
//
// Each function panics until you have written it. The lessons say what it gets and what it
// returns: npx theinference show 1
package mcp

import "encoding/json"

// Frame is a message: a JSON object.
type Frame map[string]any

// Request is a request as it came.
type Request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// Response is a response as it came. Result is nil where there is none.
type Response struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
}

// Tool is the definition of a tool, as JSON, and its name.
type Tool struct {
	Name       string
	Definition json.RawMessage
}

// A json.RawMessage is JSON that is kept as it is: json.Unmarshal reads it, and as a value in a
// Frame it is written unchanged.

// --- the client: stage tools-list-and-call ---------------------------------

// ToolsListRequest is the request that asks a server for its tools.
func ToolsListRequest(id int) Frame {
	panic("not written yet: ToolsListRequest")
}

// ToolsCallRequest is the request that runs the tool name with these arguments.
func ToolsCallRequest(id int, name string, args json.RawMessage) Frame {
	panic("not written yet: ToolsCallRequest")
}

// ParseToolResult is the text in the answer to a call, or an error where the call failed.
func ParseToolResult(response Response) (string, error) {
	panic("not written yet: ParseToolResult")
}

// --- the server: stage tools-call-handler ----------------------------------

// Server is a server with these tools.
type Server struct {
	Tools []Tool
}

// Handle is the response to one request.
func (server *Server) Handle(request Request) Frame {
	panic("not written yet: Handle")
}
