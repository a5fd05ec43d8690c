// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { writeFileAtomically, type Instance } from '../instance.ts';
import type { RackSession } from '../rack/session.ts';
import { UserError } from '../user-error.ts';
import { programFolder } from './update-stack.ts';
import type { StackName } from './update-stack.ts';

/**
 * Writes the kubeconfig of a user cluster to the sandbox's folder, readable by its owner alone. Its
 * address is inside the rack, so it works only there.
 *
 * @returns Path of the file.
 * @throws UserError when the stack has no kubeconfig.
 */
export async function saveKubeconfig(
  instance: Instance,
  session: RackSession,
  name: StackName,
): Promise<string> {
  const command = ['pulumi', 'stack', 'output', 'kubeconfig', '--show-secrets'];
  const { code, stdout, stderr } = await session.capture([...command, '--stack', name.stack], {
    cwd: programFolder(name),
  });
  if (code !== 0) throw new UserError(`${name.stack} has no kubeconfig: ${stderr.trim()}`);
  const path = join(instance.dir, `${name.stack}.kubeconfig`);
  writeFileAtomically(path, stdout);
  return path;
}
