// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/manifests/write-file';
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { compareText } from './compare-text.ts';
import { stackReport } from './stack-report.ts';
import type { StackReport } from './stack-report.ts';

/**
 * Limits of the reports of one run. The job that previews a pull request runs the pull request's
 * code, so its reports can contain anything; the job that reads them holds a token of the forge.
 */
export const reportLimits = {
  /** Bytes of the report of one stack: 150 new resources take about 45,000. */
  bytes: 4_000_000,
  /** Reports of one run. */
  count: 2_000,
  /** Bytes of all reports of one run together. */
  allBytes: 64_000_000,
} as const;

/** Where the report of a stack is, in the folder of all reports. */
export function reportFile(folder: string, program: string, stack: string): string {
  return join(folder, program, `${stack}.json`);
}

/** Makes the folder of reports. It is also there when there is nothing to report. */
export function makeReportFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
}

function writeJson(path: string, content: unknown): void {
  writeFileAtomically(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Writes a report, whole or not at all. The one before of the same stack is overwritten. */
export function writeReport(folder: string, report: StackReport): void {
  writeJson(reportFile(folder, report.program, report.stack), stackReport.parse(report));
}

/** Writes all reports into one file, for those who fetch files one by one. */
export function writeBundle(file: string, reports: readonly StackReport[]): void {
  writeJson(file, reports);
}

const refuse = (file: string, why: string) =>
  new GitopsError(
    `${file} is no report of this version (${why}): delete the folder and run the stacks again.`,
  );

/** Whether a text can be JSON is told without the text: it may be a file that a link leads to. */
function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse(file, 'it is no JSON');
  }
}

function checkReport(file: string, value: unknown): StackReport {
  const parsed = stackReport.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/**
 * Reads what {@link writeBundle} wrote, sorted by program and stack.
 *
 * @throws GitopsError when it is too large, or no list of reports.
 */
export function readBundle(file: string, text: string): StackReport[] {
  if (text.length > reportLimits.allBytes) throw refuse(file, 'it is too large');
  const list = parseJson(file, text);
  if (!Array.isArray(list)) throw refuse(file, 'it is no list of reports');
  if (list.length > reportLimits.count) throw refuse(file, 'it has too many reports');
  const reports = list.map((one) => checkReport(file, one));
  return reports.sort((a, b) => compareText(`${a.program}/${a.stack}`, `${b.program}/${b.stack}`));
}

/** Reads the report of one file, of which nothing is known yet. */
function readOne(folder: string, file: string): { report: StackReport; bytes: number } {
  const about = lstatSync(file);
  if (!about.isFile()) throw refuse(file, 'it is no ordinary file');
  if (about.size > reportLimits.bytes) throw refuse(file, 'it is too large');
  const report = checkReport(file, parseJson(file, readFileSync(file, 'utf8')));
  if (reportFile(folder, report.program, report.stack) !== file) {
    throw refuse(file, 'it is of another stack than its name says');
  }
  return { report, bytes: about.size };
}

/**
 * Returns the report of one stack.
 *
 * @throws Error when there is none. GitopsError when the file is no report of this stack.
 */
export function readReport(folder: string, program: string, stack: string): StackReport {
  return readOne(folder, reportFile(folder, program, stack)).report;
}

/**
 * All reports of a folder, sorted by program and stack.
 *
 * @throws Error when the folder is missing. GitopsError when a file in it is no report, is of another
 * stack than its name says, is no ordinary file, or when there is more than {@link reportLimits}.
 */
export function readReports(folder: string): StackReport[] {
  const programs = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const files = programs.flatMap(({ name }) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, name, file)),
  );
  if (files.length > reportLimits.count) throw refuse(folder, 'it has too many reports');
  let bytes = 0;
  return files.sort().map((file) => {
    const one = readOne(folder, file);
    bytes += one.bytes;
    if (bytes > reportLimits.allBytes) throw refuse(file, 'it is too large');
    return one.report;
  });
}
