// SPDX-License-Identifier: Apache-2.0
'use strict';
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { env, stderr } = require('node:process');

/** So many lines of one log, and so many characters of a line; of a machine's console more. */
const most = { lines: 3, consoleLines: 12, characters: 200 };

/** How logs say that something went wrong: klog, and structured logs. */
const complaint = /^[EF]\d{4} |"level":"(error|fatal)"|level=(error|fatal)/;

const logs = () => join(env.STRATA_E2E_DIR ?? '', 'logs');

/** Sizes of all logs in bytes, by name. */
function sizes() {
  if (!existsSync(logs())) return new Map();
  return new Map(readdirSync(logs()).map((name) => [name, statSync(join(logs(), name)).size]));
}

/**
 * The last lines of a log that complain, after its first bytes. Of a machine's console the last lines of
 * any kind: a machine that waits does not complain.
 */
function complaints(name, from) {
  const text = readFileSync(join(logs(), name)).subarray(from).toString();
  const isConsole = name.startsWith('guest_');
  const lines = text.split('\n').filter((line) => (isConsole ? line !== '' : complaint.test(line)));
  const shown = lines.slice(-(isConsole ? most.consoleLines : most.lines));
  return shown.map((line) => line.slice(0, most.characters));
}

/**
 * Tells what the sandbox's logs complained about while a test ran that failed: they go with the
 * sandbox, and a failure on another machine can often be looked at only once.
 */
module.exports = class LogReporter {
  before = new Map();

  onTestCaseStart() {
    this.before = sizes();
  }

  onTestCaseResult(_test, { status, fullName }) {
    if (status !== 'failed') return;
    stderr.write(`\n==> what the sandbox's logs complained about in: ${fullName}\n`);
    for (const name of sizes().keys()) {
      const lines = complaints(name, this.before.get(name) ?? 0);
      if (lines.length > 0) stderr.write(`${name}\n  ${lines.join('\n  ')}\n`);
    }
  }
};
