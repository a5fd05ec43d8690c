// SPDX-License-Identifier: Apache-2.0

/** Where a stand-in writes what it does, in klog's manner: severity, time, message. */
export interface Log {
  info(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

/** klog on standard error, without file and line. */
export const klog: Log = {
  info: (message) => write('I', message),
  warning: (message) => write('W', message),
  error: (message) => write('E', message),
};

function write(severity: string, message: string): void {
  const now = new Date().toISOString();
  const day = `${now.slice(5, 7)}${now.slice(8, 10)}`;
  process.stderr.write(`${severity}${day} ${now.slice(11, 23)} ${process.pid}] ${message}\n`);
}

/** Text of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  const { message } = (thrown ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(thrown);
}
