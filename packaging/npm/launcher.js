#!/usr/bin/env node
// `npx theinference` in a clone of the repository: the binary that cargo built there.
// npm remembers this path for a folder that npx was used in, so it stays.
'use strict';

const { join } = require('node:path');
const { giveUp, isExecutable, launch } = require('./theinference.js');

launch(() => {
  const clone = join(__dirname, '..', '..');
  const built = ['release', 'debug'].map((kind) => join(clone, 'target', kind, 'theinference'));
  return (
    built.find(isExecutable) ??
    giveUp(`not built yet; run this in ${clone} and try again:\n  cargo build --release`)
  );
});
