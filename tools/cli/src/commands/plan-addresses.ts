// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { planCheck } from '../plan-check.ts';

/** Whether files contradict each other. */
export const planAddresses: CommandSpec = {
  name: 'plan addresses',
  group: 'Plans',
  summary: 'whether addresses, VLANs, ports and versions in the files of all environments agree',
  details:
    'All environments at once, for those of one site share addresses. See also: get addresses.',
  examples: ['plan addresses'],
  plan: () => [{ argv: planCheck('check') }],
};
