// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allMachinePromises } from './all-machine-promises.ts';
import { renderScript } from './render-script.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'machine-checks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Functions that stand in for the machine: `id`, and what Strata has written. */
const machine = ['id() { echo 0; }', 'of_strata() { PREFIX=/opt/strata ROLE=control-plane; }'];

/** Returns the script with functions and variables that stand in for programs and paths of a machine. */
function scriptFor(standIns: readonly string[]): string {
  const lines = [...machine, ...standIns].join('\n');
  return renderScript().replace('begin "$@"', () => `${lines}\nbegin "$@"`);
}

/** Returns the line of one promise, without its statement. */
function lineOf(check: string, standIns: readonly string[], ...args: readonly string[]): string {
  const { stdout } = spawnSync('sh', ['-s', '--', check, ...args], {
    input: scriptFor(standIns),
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { expects = '' } = allMachinePromises.find((one) => one.check === check) ?? {};
  const [first = ''] = stdout.split('\n');
  const [head = '', rest = ''] = first.split(`${check}: ${expects}`);
  return `${head.trim()}${rest.replace(/ \(played: .*/, '')}`;
}

/** Makes a program cloud-init that says this of its data, and leads the script to it. */
function schema(text: string, code: number): string[] {
  const program = `#!/bin/sh\ncat << 'END'\n${text}\nEND\nexit ${code}\n`;
  writeFileSync(join(folder, 'cloud-init'), program, { mode: 0o755 });
  return ['by_cloud_init() { :; }', `PATH=${folder}:$PATH`];
}

const invalid = `Found cloud-config data types: user-data, network-config
1. user-data at /var/lib/cloud/instances/a/cloud-config.txt:
  Invalid user-data /var/lib/cloud/instances/a/cloud-config.txt
  Error: Cloud config schema errors: write_files.0.content: SECRET is not of type 'array'
2. network-config at /var/lib/cloud/instances/a/network-config.json:
  Valid schema network-config
Error: Invalid schema: user-data`;

test('what cloud-init says of invalid data is not printed, and breaks no other data', () => {
  const says = schema(invalid, 1);
  const words = 'cloud-init schema --system says why user-data is invalid';
  expect(lineOf('user_data_valid', says)).toBe(`BROKEN: ${words}`);
  expect(lineOf('network_data_valid', says)).toBe('kept');
});

test('a machine without network data cannot be judged by it', () => {
  const words = 'this machine has no network-config';
  const says = schema('Valid schema user-data', 0);
  expect(lineOf('network_data_valid', says)).toBe(`unasked: ${words}`);
  expect(lineOf('user_data_valid', says)).toBe('kept');
});

test('a preset of Ignition that enables nothing keeps no promise', () => {
  const standIns = ['by_ignition() { :; }', `ignition_preset=${folder}/none`];
  expect(lineOf('ignition_units', standIns)).toBe('unasked: Ignition has enabled no unit');
});

test('mount -a is not called where it would mount something', () => {
  const standIns = ['unmounted() { echo /backup; }', `mount() { touch ${folder}/called; }`];
  expect(lineOf('mount_all', standIns, '--act')).toBe('unasked: mount -a would mount /backup');
  expect(existsSync(join(folder, 'called'))).toBe(false);
});

test('folders of /etc/fstab that a boot mounts are compared with the mounts', () => {
  const [fstab, mounts] = [join(folder, 'fstab'), join(folder, 'mounts')];
  writeFileSync(
    fstab,
    '# /dev/a /comment ext4\n\n/dev/b /mounted ext4 defaults 0 2\n/dev/c none swap sw 0 0\n/dev/d /by-hand ext4 rw,noauto 0 2\n/dev/e\t/missing\text4\tdefaults\t0\t2\n',
  );
  writeFileSync(mounts, '/dev/b /mounted ext4 rw 0 0\n');
  const script = renderScript()
    .replace('/proc/mounts /etc/fstab', () => `${mounts} ${fstab}`)
    .replace('begin "$@"', () => 'unmounted; exit');
  expect(spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' }).stdout).toBe('/missing\n');
});

test('a module that is part of the kernel counts as loaded', () => {
  const file = join(folder, 'modules.builtin');
  writeFileSync(file, 'kernel/fs/overlayfs/overlay.ko\nkernel/net/bridge/br-netfilter.ko.xz\n');
  const input = (module: string) =>
    scriptFor(['lsmod() { echo "vxlan 1 0"; }', `built_in=${file}`]).replace(
      /^begin "\$@"[\s\S]*/m,
      () => `is_loaded ${module}`,
    );
  const codes = ['vxlan', 'overlay', 'br_netfilter', 'lay', 'wireguard'].map(
    (module) => spawnSync('sh', ['-s'], { input: input(module) }).status,
  );
  expect(codes).toEqual([0, 0, 0, 1, 1]);
});

const kubeadm = [
  'is_played() { return 1; }',
  'kubeadm() { touch "$KUBEADM_INIT_DRYRUN_DIR/a"; echo "$KUBEADM_INIT_DRYRUN_DIR" > "$seen"; echo "[ERROR Port-6443]"; }',
];

test('the checks of kubeadm leave no folder, and need --act', () => {
  const trace = join(folder, 'trace');
  const standIns = [`seen=${trace}`, ...kubeadm];
  expect(lineOf('left_out_checks', standIns)).toBe(
    'unasked: it changes the machine for a moment: --act allows it',
  );
  expect(existsSync(trace)).toBe(false);
  expect(lineOf('left_out_checks', standIns, '--act')).toBe('kept');
  const used = readFileSync(trace, 'utf8').trim();
  expect(basename(used)).toMatch(/^tmp\.\w+$/);
  expect(existsSync(used)).toBe(false);
});

test('rules of udev are not judged by a udevadm that cannot', () => {
  const standIns = [
    'is_played() { return 1; }',
    'ls() { echo /etc/udev/rules.d/90-strata-a.rules; }',
    'udevadm() { echo "Commands:"; echo "    info  Query sysfs"; return 1; }',
  ];
  expect(lineOf('udev_rules', standIns)).toBe(
    'unasked: udevadm cannot verify rules: its version is below 254',
  );
});

/** Writes what a kubelet has, and returns the lines that lead the checks there. */
function kubelet(files: Readonly<Record<string, string>>): string[] {
  mkdirSync(join(folder, 'manifests'));
  const config = `staticPodPath: ${join(folder, 'manifests')}\n`;
  for (const [name, text] of Object.entries({ 'config.yaml': config, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return [`kubelet_config=${folder}/config.yaml`, `kubeconfig=${folder}/kubelet.conf`];
}

test('a manifest without a command is not taken for a process without one', () => {
  const manifest = 'spec:\n  containers:\n  - image: a\n    name: a\n';
  const standIns = kubelet({ 'manifests/a.yaml': manifest });
  for (const check of ['static_pods', 'static_pod_variables']) {
    expect(lineOf(check, standIns)).toBe('unasked: this machine has no static pods');
  }
});

test('processes of static pods are found by one ps, by the last part of the path of their program', () => {
  const manifest =
    'spec:\n  containers:\n  - command:\n    - node\n    - --flag=a b\n    name: a\n';
  const calls = join(folder, 'calls');
  const standIns = [
    ...kubelet({ 'manifests/a.yaml': manifest }),
    `ps() { echo "$*" >> ${calls}; printf '  1 [node]\\n 12 sh /bin/node\\n 34 /usr/bin/node --flag=a b\\n 56 node\\n'; }`,
    `words_of() { [ "$1" = /proc/34/cmdline ] && printf '/usr/bin/node\\n--flag=a b\\n'; }`,
  ];
  expect(lineOf('static_pods', standIns)).toBe('kept (node)');
  expect(readFileSync(calls, 'utf8')).toBe('-e -o pid= -o args=\n');
  expect(lineOf('static_pods', [...standIns, 'ps() { echo 12 sh; }'])).toBe(
    'BROKEN: no process runs node',
  );
});

test('a kubelet that answers once, and late, is judged by that answer', () => {
  const asked = join(folder, 'asked');
  const standIns = [
    ...kubelet({}),
    `curl() { [ ! -e ${asked} ] || return 28; echo "$*" > ${asked}; printf 'Unauthorized 401'; }`,
  ];
  expect(lineOf('kubelet_api', standIns)).toBe('kept');
  expect(readFileSync(asked, 'utf8')).toContain(' --max-time 60 ');
});

test('only a kubeconfig of kubeadm is not judged by the names of the kubelet', () => {
  const ofKubeadm = 'current-context: system:node:a@kubernetes\n';
  const standIns = kubelet({ 'kubelet.conf': ofKubeadm });
  expect(lineOf('kubelet_context', standIns)).toBe('unasked: kubeadm has written this kubeconfig');
  writeFileSync(join(folder, 'kubelet.conf'), 'current-context: other\n');
  expect(lineOf('kubelet_context', standIns)).toBe(
    'BROKEN: it does not have current-context: default-context',
  );
});

test('arguments of a container are not printed, and its words stay one line without control characters', () => {
  const process = join(folder, 'process');
  mkdirSync(process);
  writeFileSync(join(process, 'cmdline'), 'server\0--password=SECRET\0');
  const standIns = [
    `containers() { echo ${process}; }`,
    String.raw`has_devices() { printf '%s\n' 'a\nkept  b\033[31m'; printf '\033[31m'; return 1; }`,
  ];
  expect(lineOf('container_devices', standIns)).toBe(
    `BROKEN: ${process} server: ${String.raw`a\nkept  b\033[31m`}  [31m`,
  );
});

test('the first line of a file that a container leads to is not printed', () => {
  const process = join(folder, 'process');
  mkdirSync(join(process, 'root/etc'), { recursive: true });
  writeFileSync(join(process, 'root/etc/hosts'), 'root:SECRET:1:\n');
  writeFileSync(join(process, 'cmdline'), 'server\0');
  expect(lineOf('container_hosts', [`containers() { echo ${process}; }`])).toBe(
    `BROKEN: ${process} server: it begins with another line`,
  );
});

/** A systemctl that remembers its calls, and makes units below the folder of the test. */
const units = () => [
  `unit=${folder}/strata-promise`,
  `trace=${folder}/trace`,
  `systemctl() { echo "$*" >> ${folder}/calls; }`,
];

test('what has failed is forgotten when its file is gone', () => {
  lineOf('failing_command', units(), '--act');
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  expect(calls.slice(-2)).toEqual(['daemon-reload', 'reset-failed strata-promise*']);
});

/** A systemctl of which a start returns before the service has done anything, as with Type=simple. */
const lateUnits = (later: string) => [
  ...units(),
  'sleep() { command sleep 0.1; }',
  `systemctl() { case $1 in start) { command sleep 0.7; ${later}; } > /dev/null 2>&1 & ;; esac; }`,
];

test('a service may take its time to write what a check looks for', () => {
  const words = `echo two words,x > ${folder}/trace-words; echo x > ${folder}/trace-simple`;
  expect(lineOf('unit_environment', lateUnits(words), '--act')).toBe('kept');
  const starts = `echo >> ${folder}/trace-starts; echo >> ${folder}/trace-starts`;
  expect(lineOf('restarts', lateUnits(starts), '--act')).toBe('kept (2 starts)');
});

test('units that a killed run has left are removed before the next are made', () => {
  const old = join(folder, 'strata-promise-old.service');
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').split('\n');
  lineOf('one_shot', units(), '--act');
  expect(calls().slice(0, 3)).toEqual([
    'daemon-reload',
    'daemon-reload',
    'start strata-promise-ends strata-promise-stays',
  ]);
  writeFileSync(old, '');
  rmSync(join(folder, 'calls'));
  lineOf('one_shot', units(), '--act');
  expect(calls().slice(0, 3)).toEqual([
    'stop strata-promise-old.service',
    'daemon-reload',
    'reset-failed strata-promise*',
  ]);
  expect(existsSync(old)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a check that %s ends leaves no unit behind',
  async (signal) => {
    const file = join(folder, 'strata-promise-again.service');
    const child = spawn('sh', ['-s', '--', '--act', 'restarts'], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(scriptFor(units()));
    for (let look = 0; look < 100 && !existsSync(file); look += 1) await sleep(50);
    expect(existsSync(file)).toBe(true);
    process.kill(-(child.pid ?? 0), signal);
    for (let look = 0; look < 100 && existsSync(file); look += 1) await sleep(50);
    expect(existsSync(file)).toBe(false);
  },
);

test('no proxy answers for the machine', () => {
  const { stdout } = spawnSync('sh', ['-s'], {
    input: scriptFor(['echo "${http_proxy-none} ${HTTPS_PROXY-none} ${all_proxy-none}"; exit']),
    encoding: 'utf8',
    env: { ...process.env, http_proxy: 'http://a', HTTPS_PROXY: 'http://b', all_proxy: 'http://c' },
  });
  expect(stdout).toBe('none none none\n');
});

test('a volume may have the bit of the group that the pod sets with fsGroup', () => {
  const data = join(folder, '..2026_11_29_08_00_00.1');
  mkdirSync(data);
  symlinkSync('..2026_11_29_08_00_00.1', join(folder, '..data'));
  for (const name of ['token', 'ca.crt', 'namespace']) {
    symlinkSync(`..data/${name}`, join(folder, name));
  }
  const standIns = [
    'containers() { echo /proc/1; }',
    `token_folder() { echo ${folder}; }`,
    'words_of() { echo server; }',
  ];
  const linesOf = (...modes: readonly number[]) =>
    modes.map((mode) => {
      chmodSync(data, mode);
      return lineOf('atomic_volumes', standIns);
    });
  expect(linesOf(0o755, 0o2755, 0o700)).toEqual([
    'kept (1 processes)',
    'kept (1 processes)',
    'BROKEN: /proc/1 server: permissions of that folder: 700, not 755',
  ]);
});

test('variables that an image sets are not expanded in arguments', () => {
  const line = (argument: string) =>
    lineOf('expanded_arguments', [
      'containers() { echo /proc/1; }',
      `words_of() { case $1 in */environ) printf 'PATH=/bin\\nPOD_IP=1\\n' ;; *) echo '${argument}' ;; esac; }`,
    ]);
  expect(line('$(PATH)')).toBe('kept (1 processes)');
  expect(line('$(POD_IP)')).toBe('BROKEN: /proc/1 $(POD_IP): $(POD_IP) stands in the arguments');
});

test('the log of a static pod is that of its name and namespace, whatever its file is called', () => {
  const manifest = (name: string) =>
    `metadata:\n  name: ${name}\n  namespace: other\nspec:\n  containers:\n  - command:\n    - a\n    name: b\n`;
  const standIns = [
    ...kubelet({ 'manifests/file.yaml': manifest('a') }),
    `pod_logs=${folder}`,
    'uname() { echo node; }',
  ];
  mkdirSync(join(folder, 'other_a-node_1/b'), { recursive: true });
  writeFileSync(join(folder, 'other_a-node_1/b/0.log'), '');
  expect(lineOf('static_pod_logs', standIns)).toBe('kept');
  writeFileSync(join(folder, 'manifests/file.yaml'), manifest('c'));
  expect(lineOf('static_pod_logs', standIns)).toBe(
    `BROKEN: there is no ${folder}/other_c-node_*/*/*.log`,
  );
});

test('a socket that nothing listens at is not one of containerd', () => {
  const socket = join(folder, 'containerd.sock');
  const list = join(folder, 'unix');
  const made = spawnSync('node', [
    '-e',
    `const s = require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`,
  ]);
  expect([made.signal, existsSync(socket)]).toEqual(['SIGKILL', true]);
  const standIns = [...kubelet({}), `containerd_socket=${socket}`, `sockets=${list}`];
  const line = (flags: string) => {
    writeFileSync(list, `000000: 00000002 00000000 ${flags} 0001 01 6765429 ${socket}\n`);
    return lineOf('runtime_socket', standIns);
  };
  expect(line('00010000')).toBe('kept');
  expect(line('00000000')).toBe(`BROKEN: nothing listens at ${socket}`);
});
