// SPDX-License-Identifier: Apache-2.0

/** How a command ended, and what it printed. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How many of a failed command's lines are shown before Pulumi's diagnostics, which are shown whole. */
const shownLines = 60;

/** Expects a command to have succeeded. If it failed, the test shows why, with the last of its progress. */
export function expectSuccess(ended: Ended): void {
  const { code } = ended;
  expect({ code, why: code === 0 ? '' : failureIn(ended) }).toEqual({ code: 0, why: '' });
}

function failureIn({ stdout, stderr }: Ended): string {
  const output = `${stdout}\n${stderr}`.trim();
  const [progress = '', diagnostics] = output.split(/(?=\nDiagnostics:\n)/);
  return `${progress.split('\n').slice(-shownLines).join('\n')}${diagnostics ?? ''}`;
}
