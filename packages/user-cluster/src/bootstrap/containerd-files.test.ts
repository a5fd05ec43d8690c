// SPDX-License-Identifier: Apache-2.0
import { containerdFiles } from './containerd-files.ts';

const main = '/etc/containerd/config.toml';

test('containerd runs containers in groups of systemd, and looks for mirrors in one folder', () => {
  const files = containerdFiles({ pause: '3.10.1', registries: [], mirror: undefined });
  expect(files).toEqual([
    {
      path: main,
      permissions: '0644',
      content: `version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.k8s.io/pause:3.10.1"
[plugins."io.containerd.grpc.v1.cri".registry]
  config_path = "/etc/containerd/certs.d"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  SystemdCgroup = true
`,
    },
  ]);
});

test('a mirror in a folder of its registry is asked there, and one without a folder at its root', () => {
  const filesOf = (mirror: string) =>
    containerdFiles({ pause: '3.10.1', registries: [], mirror }).slice(1);
  const file = (registry: string, content: string) => ({
    path: `/etc/containerd/certs.d/${registry}/hosts.toml`,
    permissions: '0644',
    content,
  });
  const pull = '  capabilities = ["pull", "resolve"]\n  override_path = true\n';
  expect(filesOf('registry.example.org:5000/a/b')).toEqual([
    file('_default', `[host."https://registry.example.org:5000/v2/a/b"]\n${pull}`),
    file('registry.example.org:5000', 'server = "https://registry.example.org:5000"\n'),
  ]);
  expect(filesOf('registry.example.org')).toEqual([
    file('_default', `[host."https://registry.example.org/v2"]\n${pull}`),
    file('registry.example.org', 'server = "https://registry.example.org"\n'),
  ]);
});

test('the mirror of one registry is asked below /v2, with or without a slash at its end', () => {
  const registries = [
    { registry: 'docker.io', endpoint: 'https://hub.example.org/' },
    { registry: 'quay.io', endpoint: 'https://quay.example.org/a/' },
    { registry: 'ghcr.io', endpoint: 'https://ghcr.example.org' },
  ];
  const [, ...files] = containerdFiles({ pause: '3.10.1', registries, mirror: undefined });
  const pull = '  capabilities = ["pull", "resolve"]\n  override_path = true\n';
  expect(files.map(({ path, content }) => [path, content])).toEqual([
    [
      '/etc/containerd/certs.d/docker.io/hosts.toml',
      `[host."https://hub.example.org/v2"]\n${pull}`,
    ],
    [
      '/etc/containerd/certs.d/quay.io/hosts.toml',
      `[host."https://quay.example.org/a/v2"]\n${pull}`,
    ],
    ['/etc/containerd/certs.d/ghcr.io/hosts.toml', `[host."https://ghcr.example.org/v2"]\n${pull}`],
  ]);
});
