// SPDX-License-Identifier: Apache-2.0
import { withWayOut } from './ways-out.ts';

const id = 'user-cluster/prod.shop';
const recover = `npx node tools/gitops/src/main.ts recover --stack ${id}`;

test.each([
  [
    'virtualmachines.kubevirt.io "cp-0" already exists\n\nThe resource already exists in the cluster. This can happen when:',
    `Look who has made it: kubectl get KIND NAME -o yaml --show-managed-fields. If the manager "strata" is there, an earlier update of ${id} made it without recording it, when a provider or the cluster died: ${recover}. If it is not, it is somebody else's, which recover would overwrite and a destroy delete: uninstall that first, see docs/bare-metal.md#an-existing-cluster`,
  ],
  [
    'the stack is currently locked by 1 lock(s)',
    `Another update of ${id} is running, or was killed. Wait for it; if there is none: ${recover}, with --destroy if that was a destroy`,
  ],
  [
    'the current deployment has 1 resource(s) with pending operations',
    `An update of ${id} was interrupted: ${recover}, with --destroy if it was a destroy`,
  ],
])('says what to do about "%s"', (error, fix) => {
  expect(withWayOut(id, [error])).toEqual([error, fix]);
});

test('adds nothing to other errors', () => {
  expect(withWayOut(id, ['config.user-cluster:pools: missing'])).toEqual([
    'config.user-cluster:pools: missing',
  ]);
});
