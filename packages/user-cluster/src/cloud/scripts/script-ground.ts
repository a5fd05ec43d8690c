// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the certificate of an API server at 127.0.0.1, `ca.crt`, and its key, `key.pem`. */
export function makeCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=api', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.crt')];
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files, '-days', '2'], {
    stdio: 'ignore',
  });
}

/** Links programs into a folder that has no others: the image of a container has few. */
export function linkPrograms(bin: string, programs: readonly string[]): void {
  mkdirSync(bin);
  for (const name of programs) {
    const path = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(path, join(bin, name));
  }
}
