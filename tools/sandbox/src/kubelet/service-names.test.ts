// SPDX-License-Identifier: Apache-2.0
import { renderHosts } from './service-names.ts';

const service = (name: string, clusterIP?: string) => ({
  metadata: { name },
  spec: { ...(clusterIP !== undefined && { clusterIP }) },
});

test('a pod finds the Services of its namespace by each of their names', () => {
  const services = [
    service('etcd', '10.96.3.4'),
    service('headless', 'None'),
    service('elsewhere'),
  ];
  expect(renderHosts(services, 'cluster-demo')).toBe(
    '# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n' +
      '10.96.3.4 etcd etcd.cluster-demo etcd.cluster-demo.svc etcd.cluster-demo.svc.cluster.local\n',
  );
});
