// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { kubectl } from '../environment.ts';
import type { CountedObject } from './census.ts';

const fields = [
  '.kind',
  '.metadata.namespace',
  '.metadata.name',
  '.spec.claimRef.namespace',
  '.spec.claimRef.name',
  '.data.description',
];

/** A line for each object; what it has not is empty. */
const template = `{range .items[*]}${fields.map((field) => `{${field}}`).join('{"\\t"}')}{"\\n"}{end}`;

/**
 * Every object that a cluster has, of every kind that can be listed.
 *
 * @param kubeconfig - path of another cluster's. @default the admin's of the infra cluster
 */
export async function readObjects(
  session: RackSession,
  kubeconfig?: string,
): Promise<readonly CountedObject[]> {
  const cluster = kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig];
  const kinds = await kubectl(session, [
    ...cluster,
    'api-resources',
    '--verbs=list,watch',
    '--output=name',
  ]);
  const list = kinds.split('\n').join(',');
  const args = [...cluster, 'get', list, '--all-namespaces', '--chunk-size=0'];
  const text = await kubectl(session, [...args, `--output=jsonpath=${template}`]);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [kind = '', namespace = '', name = '', claimSpace = '', claimName = '', data = ''] =
        line.split('\t');
      const claim = claimName === '' ? {} : { claim: `${claimSpace}/${claimName}` };
      const isSecret = kind === 'Secret' && data !== '';
      const said = isSecret ? { description: Buffer.from(data, 'base64').toString() } : {};
      return { kind, namespace, name, ...claim, ...said };
    });
}
