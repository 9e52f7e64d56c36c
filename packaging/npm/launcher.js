#!/usr/bin/env node
// Starts the theinference binary in this process's place, or, where Node cannot do that,
// as a child that gets the same arguments, streams and signals and whose ending is ours.
'use strict';

const { spawn } = require('node:child_process');
const { accessSync, constants, statSync } = require('node:fs');
const { constants: { signals } } = require('node:os');
const { join, resolve } = require('node:path');

const COULD_NOT_START = 3;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

function giveUp(message) {
  console.error(`theinference: ${message}`);
  process.exit(COULD_NOT_START);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function findBinary() {
  const named = process.env.THEINFERENCE_BINARY;
  if (named) {
    if (isExecutable(named)) return resolve(named);
    giveUp(`THEINFERENCE_BINARY names ${named}, which is not a program; correct it or unset it`);
  }
  const clone = join(__dirname, '..', '..');
  const built = ['release', 'debug'].map((kind) => join(clone, 'target', kind, 'theinference'));
  const binary = built.find(isExecutable);
  if (binary) return binary;
  giveUp(`not built yet; run this in ${clone} and try again:\n  cargo build --release`);
}

function runAsChild(binary, args) {
  const child = spawn(binary, args, { stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(`${binary} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const forwarded of FORWARDED) process.removeAllListeners(forwarded);
    process.exitCode = 128 + signals[signal];
    process.kill(process.pid, signal);
  });
}

if (process.platform === 'win32') {
  giveUp('runs on Linux and macOS; on Windows, run it inside WSL');
}
const binary = findBinary();
const args = process.argv.slice(2);
if (process.execve) {
  process.execve(binary, [binary, ...args], process.env);
} else {
  runAsChild(binary, args);
}
