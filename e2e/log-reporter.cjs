// SPDX-License-Identifier: Apache-2.0
'use strict';
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { env, stderr } = require('node:process');

/** Logs that nobody has written to for so long are not of this failure, in milliseconds. */
const recent = 300_000;

/** So many lines of one log. */
const most = 4;

/** How logs say that something went wrong: klog, structured logs, and the consoles of machines. */
const complaint = /^[EF]\d{4} |"level":"(error|fatal)"|level=(error|fatal)|\b(FAILED|ended:)/;

const complaintsIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => complaint.test(line))
    .slice(-most)
    .map((line) => line.slice(0, 300));

/**
 * Tells what the sandbox's logs complained about when a test failed: its logs go with it, and a
 * failure on another machine can often be looked at only once.
 */
module.exports = class LogReporter {
  onTestCaseResult(_test, { status, fullName }) {
    if (status !== 'failed' || env.STRATA_E2E_DIR === undefined) return;
    const folder = join(env.STRATA_E2E_DIR, 'logs');
    stderr.write(`\n==> what the logs said last when this failed: ${fullName}\n`);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (Date.now() - statSync(file).mtimeMs > recent) continue;
      const lines = complaintsIn(file);
      if (lines.length > 0) stderr.write(`${name}\n  ${lines.join('\n  ')}\n`);
    }
  }
};
