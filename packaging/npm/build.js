#!/usr/bin/env node
// Makes the npm packages from a folder of binaries, ready for `npm publish`:
//
//   node packaging/npm/build.js BINARIES OUT
//
// BINARIES/linux-x64/theinference becomes OUT/cli-linux-x64, and so on for each platform that is
// there; OUT/theinference is the main package. Versions come from Cargo.toml alone.
'use strict';

const { execFileSync } = require('node:child_process');
const { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];
const REPOSITORY = resolve(__dirname, '..', '..');
const LICENSES = ['LICENSE-APACHE', 'LICENSE-MIT'];

function cargoPackage() {
  const words = ['metadata', '--format-version', '1', '--no-deps', '--locked'];
  const metadata = execFileSync('cargo', words, { cwd: REPOSITORY, maxBuffer: 1 << 26 });
  return JSON.parse(metadata).packages.find(({ name }) => name === 'theinference');
}

const { version, description, license, keywords } = cargoPackage();
const common = { version, description, license, keywords };

function write(folder, manifest, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, from, mode] of files) {
    copyFileSync(from, join(folder, name));
    chmodSync(join(folder, name), mode);
  }
  for (const name of LICENSES) copyFileSync(join(REPOSITORY, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(folder);
}

function platformPackage(platform, binary, out) {
  const [os, cpu] = platform.split('-');
  const manifest = {
    name: `@theinference/cli-${platform}`,
    ...common,
    description: `The theinference binary for ${platform}`,
    os: [os],
    cpu: [cpu],
    preferUnplugged: true,
    publishConfig: { access: 'public' },
  };
  const readme = join(__dirname, 'README.platform.md');
  write(join(out, `cli-${platform}`), manifest, [
    ['theinference', binary, 0o755],
    ['README.md', readme, 0o644],
  ]);
}

function mainPackage(out) {
  const names = PLATFORMS.map((platform) => `@theinference/cli-${platform}`);
  const manifest = {
    name: 'theinference',
    ...common,
    engines: { node: '>=20' },
    bin: { theinference: 'theinference.js' },
    optionalDependencies: Object.fromEntries(names.map((name) => [name, version])),
  };
  write(join(out, 'theinference'), manifest, [
    ['theinference.js', join(__dirname, 'theinference.js'), 0o755],
    ['README.md', join(__dirname, 'README.md'), 0o644],
  ]);
}

function main([binaries, out]) {
  if (!binaries || !out) {
    console.error('usage: node packaging/npm/build.js BINARIES OUT');
    return 2;
  }
  const binary = (platform) => join(binaries, platform, 'theinference');
  const present = PLATFORMS.filter((platform) => existsSync(binary(platform)));
  if (present.length === 0) {
    console.error(`there is no binary in ${binaries}: expected ${binary(PLATFORMS[0])}, for example`);
    return 2;
  }
  for (const platform of present) platformPackage(platform, binary(platform), out);
  mainPackage(out);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
