// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';

/**
 * Applies objects; they must be accepted.
 *
 * @param kubeconfig - path of somebody else's. @default the admin's of the infra cluster
 */
export async function apply(
  session: RackSession,
  objects: readonly object[],
  kubeconfig?: string,
): Promise<void> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const script = 'printf %s "$1" | kubectl apply -f - >/dev/null';
  const env: Record<string, string> = kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig };
  const { code, stderr } = await session.capture(['sh', '-c', script, 'sh', list], { env });
  if (code !== 0) throw new Error(stderr);
}
