// SPDX-License-Identifier: Apache-2.0
import { type Captured, type RackSession } from '@strata/sandbox';
import { consoleReport, ensureToolchain } from '@strata/toolchain';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Opens a URL as the browser of somebody does who is logged in at the issuer already. */
const browser = (opened: string) => `#!/bin/sh
echo "$1" >> '${opened}'
exec '${process.execPath}' --eval 'fetch(process.argv[1]).then((answer) => answer.text())' "$1"
`;

/** Somebody at a computer with kubectl, its plug-in kubelogin and a browser. */
export interface Person {
  /** Runs kubectl with the kubeconfig that people get. */
  readonly kubectl: (...args: readonly string[]) => Promise<Captured>;
  /** Returns the pages that the browser has opened. */
  readonly opened: () => readonly string[];
}

/**
 * Sits somebody down at a computer inside the rack.
 *
 * @param folder - of the person, which exists.
 * @param kubeconfig - path of what `npx strata kubeconfig --oidc` gave.
 * @param authorityFile - what the browser trusts.
 */
export async function person(
  session: RackSession,
  folder: string,
  kubeconfig: string,
  authorityFile: string,
): Promise<Person> {
  const toolchain = await ensureToolchain({ tools: ['kubelogin'], report: consoleReport() });
  const plugin = toolchain.get('kubelogin', 'kubectl-oidc_login').path;
  const [bin, home, opened] = ['bin', 'home', 'opened'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [bin, home]) mkdirSync(one);
  // kubelogin runs the first of several commands that is there.
  writeFileSync(join(bin, 'xdg-open'), browser(opened), { mode: 0o755 });
  const path = [bin, dirname(plugin), session.env.PATH].join(delimiter);
  const env = { HOME: home, NODE_EXTRA_CA_CERTS: authorityFile, NODE_OPTIONS: '' };
  return {
    kubectl: (...args) =>
      session.capture(['env', `PATH=${path}`, 'kubectl', '--kubeconfig', kubeconfig, ...args], {
        env,
        timeout: 60_000,
      }),
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trimEnd().split('\n') : []),
  };
}
