// SPDX-License-Identifier: Apache-2.0
import { nameOption } from '../control-client.ts';
import type { Instance } from '../instance.ts';

/** Returns what a person may do with a sandbox that has come up: each command is about this one. */
export function whatNext(instance: Pick<Instance, 'name'>): string {
  const name = nameOption(instance);
  return `
Look around:
  npx strata exec${name} kubectl get virtualmachineinstances -A -o wide
  npx strata shell${name}            a shell in the rack, with kubectl and pulumi
  npx strata status${name}           every process, with its pid
  npx strata logs${name} virt-operator

Try next:
  change replicas in stacks/user-cluster/Pulumi.sandbox.demo.yaml, then run npx strata start${name} again
  in the shell: cd packages/user-cluster && pulumi preview -s sandbox.demo --diff
  npx strata stop${name} takes it down and keeps its state; npx strata reset${name} deletes it
`;
}
