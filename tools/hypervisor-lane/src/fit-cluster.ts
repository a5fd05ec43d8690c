// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from 'yaml';
import { flatcar } from './fit-platform.ts';

/**
 * The user cluster's file as its generator wrote it, fit for the lane: one worker from a cloud-init
 * image and one from Ignition, and a destroy leaves nothing.
 *
 * @param text - of `stacks/user-cluster/Pulumi.<environment>.<cluster>.yaml`.
 */
export function fitCluster(text: string): string {
  const document = parseDocument(text);
  document.setIn(['config', 'user-cluster:pools', 0, 'replicas'], 1);
  document.addIn(
    ['config', 'user-cluster:pools'],
    document.createNode({
      name: 'md-f',
      replicas: 1,
      instancetype: 'standard-2',
      rootDisk: { image: flatcar, sizeGiB: 30 },
      cloudInit: 'ignition',
    }),
  );
  document.setIn(
    ['config', 'user-cluster:deletion'],
    document.createNode({ protect: false, volumes: 'delete' }),
  );
  return document.toString({ lineWidth: 100 });
}
