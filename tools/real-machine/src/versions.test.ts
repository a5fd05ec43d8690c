// SPDX-License-Identifier: Apache-2.0
import { tools } from '@strata/toolchain';
import { nodeSoftware } from '@strata/user-cluster/machine-data';

test('the toolchain builds for machines the versions that machines download', () => {
  const names = ['containerd', 'runc', 'cni-plugins'] as const;
  const built = names.map((name) => [name, tools[name].version]);
  expect(built).toEqual(names.map((name) => [name, nodeSoftware[name].version]));
  expect(tools['kube-node'].version).toBe(tools.kubernetes.version);
});
