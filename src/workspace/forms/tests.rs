//! Definitions and mentions, language by language.

use super::*;

/// What `handle` is in a text, where it first is anything.
fn form(file: &str, text: &str) -> Option<Form> {
    let language = Language::of(Path::new(file), text);
    language.code_lines(text).find_map(|(_, line, rest)| {
        let at = line.to_lowercase().find("handle")?;
        language.form(&line[..at], &rest[at + "handle".len()..])
    })
}

#[track_caller]
fn defines(file: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(form(file, text), Some(Form::Definition), "{text}");
    }
}

#[track_caller]
fn defines_nothing(file: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(form(file, text), None, "{text}");
    }
}

#[test]
fn functions_of_javascript_and_typescript() {
    defines(
        "a.ts",
        &[
            "function handle(request) {",
            "export function handle(",
            "export default async function handle<T>(request: T) {",
            "function* handle() {",
            "const handle = (request) => {",
            "export const handle = async (request: Request): Promise<Response> => {",
            "const handle = function (request) {",
            "const handle = request => ({})",
            "let handle: Handler = (request) =>",
            "const handle = (\n  request: Request,\n): Response => {",
            "exports.handle = function (request) {",
            "module.exports.handle = (request) => 1",
            "  handle(request) {",
            "  async handle(request: Request): Promise<{ a: 1 }> {",
            "  private static handle(\n    request: Request,\n  ): Response {",
            "  #handle({ name, args = {} }: Params): Result {",
            "  *handle() {",
            "  handle = (request) => {",
            "  handle: (request) => 1,",
            "  handle: async function () {",
            "/* x */ function handle() {",
        ],
    );
    assert_eq!(form("a.ts", "  handle: (request: Request) => Response;"), Some(Form::Declaration));
    assert_eq!(form("a.ts", "function handle(a: string): void;"), Some(Form::Declaration));
}

#[test]
fn what_only_mentions_a_function_of_javascript() {
    defines_nothing(
        "a.ts",
        &[
            "handle(request);",
            "handle(request, () => {",
            "  handle(\n    request,\n  );",
            "const answer = handle(request);",
            "if (handle(request)) {",
            "return handle(request) {",
            "server.handle(request)",
            "import { handle } from './mcp';",
            "export { handle };",
            "// function handle(request) {",
            "x(); // function handle(request) {",
            "/**\n * function handle(request) {\n */",
            "/* function handle(request) {",
            "log(\"function handle() {\");",
            "log(`function handle() {`);",
            "log('function handle() {');",
            "const handle = 1;",
            "const handle = (a + b) * 2;",
            "const { handle } = server;",
            "  handle: Handler;",
            "  handle: 1,",
            "case handle(x): {",
            "the function handle does",
        ],
    );
}

#[test]
fn functions_of_languages_with_a_keyword() {
    defines("a.py", &["def handle(self, request):", "async def handle(", "    def handle (x):"]);
    defines(
        "a.rs",
        &[
            "fn handle(request: &Value) -> Value {",
            "pub(crate) async fn handle<T>(",
            "#[inline] pub const unsafe fn handle()",
            "    fn handle(\n        &self,\n    ) -> Value {",
        ],
    );
    defines("a.go", &["func Handle(request Frame) Frame {", "func (s *Server) Handle("]);
    defines("a.rb", &["def handle", "  def self.handle(request)", "def handle = 1"]);
    defines("a.kt", &["fun handle(request: Request): Response {", "private fun Server.handle("]);
    defines("a.swift", &["public func handle(_ request: Request) -> Response {"]);
    defines("a.php", &["public function handle($request)", "function handle()\n{"]);
    defines(
        "a.lua",
        &["local function handle(request)", "function M.handle(request)", "function M:handle(r)"],
    );
    defines("a.sh", &["handle() {", "handle ()\n{", "function handle {"]);
    defines(
        "run",
        &[
            "#!/bin/sh\nhandle() {",
            "#!/usr/bin/env python3\ndef handle():",
            "#!/usr/bin/env node\nconst handle = () => {",
        ],
    );
    assert_eq!(form("a.rs", "    fn handle(&self) -> Value;"), Some(Form::Declaration));
}

#[test]
fn what_only_mentions_a_function_of_these() {
    defines_nothing(
        "a.py",
        &[
            "# def handle(x):",
            "handle(x)",
            "from a import handle",
            "x = 1  # def handle(y):",
            "\"\"\"Text.\n\ndef handle(x):\n\"\"\"",
            "\"\"\"def handle(x):\"\"\"",
            "x = '''\ndef handle(y):\n'''",
            "default = handle(x)",
        ],
    );
    defines_nothing(
        "a.rs",
        &[
            "handle(x)",
            "/// fn handle(x)",
            "match handle(x) {",
            "use a::handle;",
            "let f = handle;",
            "if handle(x) {",
        ],
    );
    defines_nothing("a.go", &["if handle(x) {", "go handle(x)"]);
    defines_nothing("a.rb", &["handle(x) { |y|", "handle x"]);
    defines_nothing("a.sh", &["handle", "handle \"$1\"", "if handle; then"]);
}

#[test]
fn functions_behind_a_type() {
    defines(
        "A.java",
        &[
            "  public static JsonNode handle(JsonNode request) throws IOException {",
            "Map<String, List<Integer>> handle(\n    int a) {",
            "@Override public int[] handle() {",
        ],
    );
    defines(
        "A.cs",
        &[
            "public async Task<Frame?> Handle(Frame request)\n{",
            "Frame Handle(Frame request) => new();",
        ],
    );
    defines(
        "a.cpp",
        &[
            "json Server::handle(const json& request) const {",
            "static char *handle(char *request)\n{",
        ],
    );
    defines_nothing(
        "A.java",
        &[
            "return handle(request) {",
            "x = handle(request);",
            "Frame handle(Frame request);",
            "if (handle(x)) {",
            "new Handle() {",
            "else handle(x);\n{",
            "server.handle(x) {",
        ],
    );
}

#[test]
fn a_comment_of_several_lines_ends() {
    defines("a.ts", &["/*\n * x\n */\nfunction handle() {", "glob('src/*');\nfunction handle() {"]);
    defines(
        "a.py",
        &[
            "\"\"\"Text.\n\"\"\"\ndef handle(x):",
            "x = \"\"\"a\"\"\"\ndef handle(x):",
            "# '''\ndef handle(x):",
        ],
    );
}
