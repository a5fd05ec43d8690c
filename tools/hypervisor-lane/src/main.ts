// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackFile } from '@strata/contracts';
import { fitCluster } from './fit-cluster.ts';
import { fitInfra } from './fit-infra.ts';
import { fitPlatform } from './fit-platform.ts';

const [environment = '', cluster = ''] = process.argv.slice(2);
const { STRATA_LANE_FLATCAR_URL: url = '', STRATA_LANE_FLATCAR_CHECKSUM: checksum = '' } =
  process.env;

/** Changes a file below stacks/. */
function change(path: string, fit: (text: string) => string): void {
  const file = join(import.meta.dirname, '../../..', path);
  writeFileSync(file, fit(readFileSync(file, 'utf8')));
}

change(stackFile({ project: 'infra', stack: environment }), fitInfra);
change(stackFile({ project: 'kubevirt-stack', stack: environment }), (text) =>
  fitPlatform(text, { url, checksum }),
);
change(stackFile({ project: 'user-cluster', stack: `${environment}.${cluster}` }), fitCluster);
