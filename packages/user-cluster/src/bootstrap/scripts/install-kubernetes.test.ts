// SPDX-License-Identifier: Apache-2.0
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Mirrors are a server on loopback; the root of the machine is a folder. */
let folder: string;
let root: string;
let mirror: Server;
const files = new Map<string, Buffer>();
const asked: string[] = [];
/** How many more times a path is answered with 503. */
const busy = new Map<string, number>();

const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const kubernetes = `/k8s/release/v1.34.4/bin/linux/${arch}`;
const github = '/github';
const containerd = `containerd-2.1.4-linux-${arch}.tar.gz`;
const plugins = `cni-plugins-linux-${arch}-v1.8.0.tgz`;
const runc = `${github}/opencontainers/runc/releases/download/v1.3.0`;

const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const program = (says: string) => Buffer.from(`#!/bin/sh\necho ${says}\n`);

function archive(entries: Readonly<Record<string, string>>): Buffer {
  const source = mkdtempSync(join(folder, 'archive-'));
  for (const [path, says] of Object.entries(entries)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), program(says), { mode: 0o755 });
  }
  return execFileSync('tar', ['-czf', '-', '-C', source, '.']);
}

function publish(path: string, content: Buffer, sums: string, line = sum(content)): void {
  files.set(path, content);
  files.set(sums, Buffer.from(`${line}\n`));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'install-kubernetes-'));
  root = join(folder, 'root');
  for (const path of ['etc/strata/units', 'etc/systemd/system', 'bin']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  files.clear();
  busy.clear();
  asked.length = 0;
  for (const name of ['kubeadm', 'kubelet', 'kubectl']) {
    publish(`${kubernetes}/${name}`, program('v1.34.4'), `${kubernetes}/${name}.sha256`);
  }
  const ofContainerd = `${github}/containerd/containerd/releases/download/v2.1.4/${containerd}`;
  const runtime = archive({ 'bin/containerd': 'containerd' });
  publish(ofContainerd, runtime, `${ofContainerd}.sha256sum`, `${sum(runtime)}  ${containerd}`);
  const ofPlugins = `${github}/containernetworking/plugins/releases/download/v1.8.0/${plugins}`;
  const network = archive({ bridge: 'bridge' });
  publish(ofPlugins, network, `${ofPlugins}.sha256`, `${sum(network)}  ${plugins}`);
  // As runc publishes it: one list for all architectures.
  const list = ['amd64', 'arm64'].map((one) => `${sum(program(one))} *runc.${one}`).join('\n');
  publish(`${runc}/runc.${arch}`, program(arch), `${runc}/runc.sha256sum`, list);

  mirror = createServer(({ url = '' }, response) => {
    asked.push(url);
    const left = busy.get(url) ?? 0;
    busy.set(url, left - 1);
    const content = files.get(url);
    response.writeHead(left > 0 ? 503 : content === undefined ? 404 : 200);
    response.end(left > 0 ? undefined : content);
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`;
  const environment = {
    KUBERNETES_URL: `${origin}/k8s`,
    GITHUB_URL: `${origin}${github}`,
    CONTAINERD_VERSION: '2.1.4',
    CNI_PLUGINS_VERSION: '1.8.0',
    RUNC_VERSION: '1.3.0',
    PREFIX: join(root, 'opt/strata'),
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(root, 'etc/strata/machine.env'), lines.join(''));
  writeFileSync(join(root, 'etc/strata/kubernetes-version'), '1.34.4\n');
  for (const unit of ['containerd', 'kubelet']) {
    writeFileSync(join(root, `etc/strata/units/${unit}.service`), `[Unit]\n# ${unit}\n`);
  }
  const systemctl = `#!/bin/sh\necho "$@" >> ${root}/systemctl.log\n`;
  writeFileSync(join(root, 'bin/systemctl'), systemctl, { mode: 0o755 });
});
afterEach(() => {
  mirror.closeAllConnections();
  mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs the script as it is shipped, with another root. */
async function install(): Promise<Ended> {
  const script = readFileSync(new URL('install-kubernetes.sh', import.meta.url), 'utf8');
  const file = join(folder, 'install-kubernetes.sh');
  writeFileSync(file, script.replaceAll(/(?<=\s)\/(etc|opt)\//g, `${root}/$1/`));
  const path = `${root}/opt/strata/bin:${root}/bin:${process.env.PATH ?? ''}`;
  const options = { env: { PATH: path, TMPDIR: folder }, timeout: 30_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', [file], options);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stderr, stdout } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

const installed = (path: string) => existsSync(join(root, path));

test('installs programs, runtime, plugins and units, and a second run downloads nothing', async () => {
  expect(await install()).toMatchObject({ code: 0 });
  for (const name of ['kubeadm', 'kubelet', 'kubectl', 'containerd', 'runc']) {
    const says = execFileSync(join(root, 'opt/strata/bin', name), { encoding: 'utf8' });
    const expected = { containerd: 'containerd', runc: arch }[name] ?? 'v1.34.4';
    expect([name, says.trim()]).toEqual([name, expected]);
  }
  expect(installed('opt/cni/bin/bridge')).toBe(true);
  expect(installed('etc/systemd/system/containerd.service')).toBe(true);
  expect(installed('etc/systemd/system/kubelet.service')).toBe(true);
  // The drop-in of packages of Kubernetes, which would start another kubelet.
  const dropIn = join(root, 'etc/systemd/system/kubelet.service.d/10-kubeadm.conf');
  expect(readlinkSync(dropIn)).toBe('/dev/null');
  expect(readFileSync(join(root, 'systemctl.log'), 'utf8')).toBe('daemon-reload\n');
  const requests = asked.length;
  const again = await install();
  expect(again).toMatchObject({ code: 0 });
  expect(again.said).toMatch(/^[\d:]+ strata: Kubernetes v1\.34\.4 is installed already\n$/);
  expect(asked).toHaveLength(requests);
});

test('another version replaces the one before', async () => {
  await install();
  writeFileSync(join(root, 'etc/strata/kubernetes-version'), '1.34.5\n');
  for (const name of ['kubeadm', 'kubelet', 'kubectl']) {
    const path = `${kubernetes.replace('1.34.4', '1.34.5')}/${name}`;
    publish(path, program('v1.34.5'), `${path}.sha256`);
  }
  expect(await install()).toMatchObject({ code: 0 });
  const kubeadm = join(root, 'opt/strata/bin/kubeadm');
  expect(execFileSync(kubeadm, { encoding: 'utf8' })).toBe('v1.34.5\n');
});

test('does not install a damaged download', async () => {
  files.set(`${runc}/runc.${arch}`, program('damaged'));
  const { code, said } = await install();
  expect(code).not.toBe(0);
  expect(said).toMatch(
    /strata: http:\S+\/runc\.\w+ does not have the checksum that http:\S+\/runc\.sha256sum says\n$/,
  );
  expect(installed('opt/strata/bin/kubeadm')).toBe(false);
  expect(installed('opt/strata/bin/runc')).toBe(false);
});

test('treats a missing checksum like a wrong one', async () => {
  files.delete(`${kubernetes}/kubelet.sha256`);
  const { code, said } = await install();
  expect(code).not.toBe(0);
  expect(said).toMatch(/\/kubelet does not have the checksum that \S+\/kubelet\.sha256 says\n$/);
});

test('asks a busy mirror again', async () => {
  busy.set(`${kubernetes}/kubelet`, 1);
  expect(await install()).toMatchObject({ code: 0 });
  expect(asked.filter((path) => path === `${kubernetes}/kubelet`)).toHaveLength(2);
});

test('installs what was missing once the mirror has it', async () => {
  const path = `${kubernetes}/kubectl`;
  const kept = files.get(path);
  files.delete(path);
  const { code, said } = await install();
  expect(code).not.toBe(0);
  expect(said).toMatch(/\/kubectl\n.*404/s);
  if (kept !== undefined) files.set(path, kept);
  expect(await install()).toMatchObject({ code: 0 });
});
