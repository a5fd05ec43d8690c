// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stackReport } from './stack-report.ts';
import type { StackReport } from './stack-report.ts';

/** Where the report of a stack is, in the folder of all reports. */
export function reportFile(folder: string, program: string, stack: string): string {
  return join(folder, program, `${stack}.json`);
}

/** Writes a report, whole or not at all. The one before of the same stack is overwritten. */
export function writeReport(folder: string, report: StackReport): void {
  const path = reportFile(folder, report.program, report.stack);
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.part`;
  writeFileSync(unfinished, `${JSON.stringify(stackReport.parse(report), undefined, 2)}\n`);
  renameSync(unfinished, path);
}

/**
 * All reports of a folder, sorted by program and stack.
 *
 * @throws Error when the folder is missing, or a file in it is no report.
 */
export function readReports(folder: string): StackReport[] {
  const programs = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const files = programs.flatMap(({ name }) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, name, file)),
  );
  return files.sort().map((file) => {
    const parsed = stackReport.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(
      `${file} is no report of this version (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}): delete the folder and run the stacks again.`,
    );
  });
}
