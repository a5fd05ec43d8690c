// SPDX-License-Identifier: Apache-2.0
//
// Part of `npm run lint`: rules of typescript-eslint that tsgolint has, and that no released oxlint asks
// it for, on all TypeScript of the repository.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askTsgolint } from './ask-tsgolint.ts';
import { unknownToOxlint } from './oxlint-rules.ts';

const root = resolve(import.meta.dirname, '../../..');
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const rules = unknownToOxlint.map((name) => name.replace('@typescript-eslint/', ''));
const findings = rules.length === 0 ? [] : askTsgolint(root, rules, files);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
