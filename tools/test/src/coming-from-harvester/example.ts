// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stackFile } from '@strata/contracts';
import { writeUserCluster } from '@strata/nx-pulumi/write-user-cluster';

/** Results of the command for an example. */
export interface Example {
  readonly printed: string;
  /** The file of the cluster, without the line for editors. */
  readonly file: string;
}

const environment = 'production';

const addressPlan = `
pods: { ranges: [10.40.0.0/13], prefix: 16 }
services: { ranges: [172.16.0.0/13], prefix: 20 }
endpoints: { ranges: [10.20.8.10-10.20.8.99] }
tunnelPorts: { first: 8473, last: 8999 }
mtu: 1450
`;

/** Collects what a function prints. */
function printedBy(run: () => void): string {
  const lines: string[] = [];
  const { log } = console;
  console.log = (...words: readonly unknown[]) => {
    lines.push(words.join(' '));
  };
  try {
    run();
  } finally {
    console.log = log;
  }
  return lines.join('\n').trim();
}

/**
 * Makes a cluster from an exported file, in a repository with nothing but this platform and a plan of addresses.
 *
 * @throws Error of the command.
 */
export function makeExample(exported: string, platform: string): Example {
  const root = mkdtempSync(join(tmpdir(), 'coming-from-harvester-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  try {
    write('shop.harvester.yaml', exported);
    write(`stacks/address-plan/${environment}.yaml`, addressPlan);
    write(stackFile({ project: 'kubevirt-stack', stack: environment }), platform);
    const fromHarvester = join(root, 'shop.harvester.yaml');
    const printed = printedBy(() => {
      writeUserCluster(root, { environment, name: 'shop', fromHarvester });
    });
    const path = stackFile({ project: 'user-cluster', stack: `${environment}.shop` });
    const file = readFileSync(join(root, path), 'utf8');
    return { printed, file: file.replace(/^# yaml-language-server:.*\n/, '') };
  } finally {
    rmSync(root, { recursive: true });
  }
}
