#!/usr/bin/env node
// Starts the theinference binary in this process's place, or, where Node cannot do that,
// as a child that gets the same arguments, streams and signals and whose ending is ours.
'use strict';

const { spawn } = require('node:child_process');
const { accessSync, closeSync, constants, openSync, readSync } = require('node:fs');
const { constants: { signals } } = require('node:os');
const { resolve } = require('node:path');

const COULD_NOT_START = 3;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

function giveUp(message) {
  console.error(`theinference: ${message}`);
  process.exit(COULD_NOT_START);
}

// Whether a file can be started as it is: ELF, Mach-O in both byte orders and as a universal file.
// What cannot would end this process without a word, or be taken for a script of the shell.
const BEGINNINGS = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    const file = openSync(path, 'r');
    const beginning = Buffer.alloc(4);
    readSync(file, beginning, 0, 4, 0);
    closeSync(file);
    return BEGINNINGS.includes(beginning.toString('hex'));
  } catch {
    return false;
  }
}

// What THEINFERENCE_BINARY names, else what `find` finds.
function binary(find) {
  const named = process.env.THEINFERENCE_BINARY;
  if (!named) return find();
  if (isExecutable(named)) return resolve(named);
  return giveUp(`THEINFERENCE_BINARY names ${named}, which is not a program; correct it or unset it`);
}

// The binary is in a package of its own for each platform, beside this one.
function fromPackage() {
  const { optionalDependencies } = require('./package.json');
  const name = `@theinference/cli-${process.platform}-${process.arch}`;
  const version = optionalDependencies[name];
  if (!version) {
    return giveUp(
      `there is no build for ${process.platform} on ${process.arch}; with Rust, build one:\n` +
        '  cargo install theinference',
    );
  }
  let path;
  try {
    path = require.resolve(`${name}/theinference`);
  } catch {
    return giveUp(
      `the package ${name} is missing: optional packages were left out, or it was installed on ` +
        `another platform. Add it:\n  ${repair(`${name}@${version}`, version)}`,
    );
  }
  if (isExecutable(path)) return path;
  return giveUp(
    `${path} is not executable, or not whole. Install it again:\n  ` +
      repair(`${name}@${version}`, version),
  );
}

// The command that adds a package, for the package manager that started us.
function repair(wanted, version) {
  if (process.env.npm_lifecycle_event === 'npx') {
    return `npx --yes -p theinference@${version} -p ${wanted} theinference`;
  }
  const manager = (process.env.npm_config_user_agent || 'npm').split('/')[0];
  const add = { pnpm: 'pnpm add -D', yarn: 'yarn add -D', bun: 'bun add -d' };
  return `${add[manager] || 'npm install -D'} ${wanted}`;
}

function runAsChild(path, args) {
  const child = spawn(path, args, { stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(`${path} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const forwarded of FORWARDED) process.removeAllListeners(forwarded);
    process.exitCode = 128 + signals[signal];
    process.kill(process.pid, signal);
  });
}

function launch(find) {
  if (process.platform === 'win32') {
    giveUp('runs on Linux and macOS; on Windows, run it inside WSL:\n  wsl --install');
  }
  const path = binary(find);
  const args = process.argv.slice(2);
  if (process.execve) {
    process.execve(path, [path, ...args], process.env);
  } else {
    runAsChild(path, args);
  }
}

module.exports = { giveUp, isExecutable, launch };
if (require.main === module) launch(fromPackage);
