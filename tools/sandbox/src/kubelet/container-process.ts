// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { systemPath } from '../rack/requirements.ts';
import type { ProcessSpec } from '../process/supervised-process.ts';
import { expand, expandable } from './environment.ts';
import { findKnownImage, type Program } from './images.ts';
import type { Container, Pod, VolumeMount } from './pod.ts';

const rootScript = join(import.meta.dirname, 'container-root.sh');

/**
 * Folders that a program of the machine that runs the sandbox needs in its file system, read-only.
 */
const systemFolders = ['/usr', '/lib', '/lib64'];

/** Command by which a container asks for a script. */
const shell = '/bin/sh';

/** Folder of a script's container that has the programs of its image. */
const imageFolder = '/image';

/**
 * Command of util-linux that takes all capabilities away. Every process here runs as the only user
 * that the rack has, its root: without capabilities, that is an ordinary user to whom all files
 * belong.
 */
const setpriv = '/usr/bin/setpriv';
const withoutCapabilities = [setpriv, '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];

/** Returns the binds that show the programs of the machine that runs the sandbox in a container. */
const machineBinds = () =>
  systemFolders.filter(existsSync).flatMap((folder) => [folder, `${folder}:ro`]);

/** Everything that a container's process is started with. */
export interface ContainerSetup {
  readonly pod: Pod;
  readonly container: Container;
  readonly env: Readonly<Record<string, string>>;
  /** Network namespace of the pod. */
  readonly networkName: string;
  /** Folder that contains one folder for each of the pod's volumes. */
  readonly volumesDir: string;
  /** Empty folder on which the container's file system is mounted. */
  readonly mountPoint: string;
  readonly logFile: string;
  /** File with the names of hosts. @default one with localhost alone */
  readonly hostsFile?: string;
  readonly binaryPath: (tool: string, binary: string) => string;
}

/** How a container's process starts inside its own file system. */
interface Start {
  /** Sources and targets of the container's bind mounts, alternating. */
  readonly binds: readonly string[];
  /** First words of the container's command line. */
  readonly command: readonly string[];
  /** Folders in which programs are looked for first. */
  readonly folders?: readonly string[];
}

/**
 * Returns what runs in a container: the program of its image that its command names, or the shell
 * when the container's command is the shell.
 *
 * @throws Error when its image is not known.
 */
export function programOf(container: Container): Program {
  const { command } = container;
  if (command?.[0] === shell) return { kind: 'shell' };
  const program = imageProgram(container);
  if (program.kind !== 'binary') return program;
  const binary = program.others?.find((name) => name === basename(command?.[0] ?? ''));
  return binary === undefined ? program : { ...program, binary };
}

function imageProgram({ image }: Container): Program {
  const known = findKnownImage(image);
  if (known === undefined) throw new Error(`no program is known for image ${image}`);
  return known.program;
}

/** Returns the binds that show a script the programs of its image. */
function imageBinds(container: Container, binaryPath: ContainerSetup['binaryPath']): string[] {
  const program = imageProgram(container);
  if (program.kind !== 'binary') return [];
  return [program.binary, ...(program.others ?? [])].flatMap((binary) => [
    binaryPath(program.tool, binary),
    join(imageFolder, binary),
  ]);
}

/**
 * Checks that a container's program exists.
 *
 * @throws NotYetThere when this sandbox was made without it.
 */
export function requireProgram(
  container: Container,
  binaryPath: ContainerSetup['binaryPath'],
): void {
  const program = programOf(container);
  if (program.kind === 'binary') binaryPath(program.tool, program.binary);
  if (program.kind === 'shell') imageBinds(container, binaryPath);
}

/**
 * Returns the process that runs a container: in the pod's network namespace, under the pod's host
 * name, and in its own mount namespace, in which its volumes are where the pod's spec says.
 */
export function containerProcess(setup: ContainerSetup): ProcessSpec {
  const { pod, container, env, hostsFile, networkName, volumesDir, mountPoint } = setup;
  const { binds, command, folders = [] } = startOf(setup);
  const known = expandable(env, container);
  const given = [...(container.command?.slice(1) ?? []), ...(container.args ?? [])];
  const volumes = (container.volumeMounts ?? []).flatMap((mount) => [
    join(volumesDir, mount.name, mount.subPath ?? ''),
    isReadOnly(pod, mount) ? `${mount.mountPath}:ro` : mount.mountPath,
  ]);
  const devices = (container.volumeDevices ?? []).flatMap(({ name, devicePath }) => [
    join(volumesDir, name),
    devicePath,
  ]);
  const hosts = hostsFile === undefined ? [] : [hostsFile, '/etc/hosts:ro'];
  const network = ['--net=' + join('/run/netns', networkName), '--'];
  const root = [pod.spec.hostname ?? pod.metadata.name, mountPoint];
  return {
    name: containerName(pod, container),
    command: [
      'nsenter',
      ...network,
      'unshare',
      '--mount',
      '--uts',
      '--',
      'sh',
      rootScript,
      ...root,
      ...binds,
      ...hosts,
      ...volumes,
      ...devices,
      '--',
      ...command,
      ...given.map((argument) => expand(argument, known)),
    ],
    // The outer commands are found on this PATH; the container's own PATH is part of its command
    // line.
    env: { ...env, PATH: [...folders, systemPath(env.PATH)].join(delimiter) },
    cwd: '/',
    logFile: setup.logFile,
    stopGraceSeconds: Math.min(pod.spec.terminationGracePeriodSeconds ?? 30, 10),
    restarts: restartRule(pod),
  };
}

/**
 * Returns whether a container may only read a volume: if it says so, or if a kubelet writes the files.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_pods.go `makeMounts`
 */
function isReadOnly({ spec: { volumes = [] } }: Pod, { name, readOnly }: VolumeMount): boolean {
  const volume = volumes.find((candidate) => candidate.name === name);
  const written = [volume?.secret, volume?.configMap, volume?.downwardAPI, volume?.projected];
  return readOnly === true || written.some((source) => source !== undefined);
}

function startOf({ container, binaryPath }: ContainerSetup): Start {
  const program = programOf(container);
  switch (program.kind) {
    case 'binary': {
      const name = container.command?.[0] ?? program.entrypoint;
      const target = name.startsWith('/') ? name : `/usr/bin/${name}`;
      return { binds: [binaryPath(program.tool, program.binary), target], command: [target] };
    }
    case 'pause':
      return { binds: machineBinds(), command: ['/usr/bin/sleep', 'infinity'] };
    case 'shell':
      return {
        binds: [...machineBinds(), ...imageBinds(container, binaryPath)],
        command: [...(isUnprivileged(container) ? withoutCapabilities : []), `/usr${shell}`],
        folders: [imageFolder],
      };
  }
}

/** Returns whether a container asks for no capabilities, and this machine can take them away. */
function isUnprivileged({ securityContext }: Container): boolean {
  return securityContext?.capabilities?.drop?.includes('ALL') === true && existsSync(setpriv);
}

/** Returns namespace, pod and container as one name, after which processes are named. */
export function containerName({ metadata }: Pod, { name }: Container): string {
  return `${metadata.namespace ?? ''}/${metadata.name}/${name}`;
}

/** Returns the rule by which a pod's restart policy restarts a container after an exit code. */
export function restartRule(pod: Pod): (exitCode: number) => boolean {
  switch (pod.spec.restartPolicy) {
    case 'Never':
      return () => false;
    case 'OnFailure':
      return (code) => code !== 0;
    default:
      return () => true;
  }
}

/**
 * Returns the rule by which a pod's restart policy restarts an init container after an exit code.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#detailed-behavior
 */
export function initRestartRule({ spec }: Pod): (exitCode: number) => boolean {
  return (code) => code !== 0 && spec.restartPolicy !== 'Never';
}

/** Returns the name of a container's log file; it is unique as long as pod names are. */
export function logFileName(pod: Pod, container: Container): string {
  return `${basename(pod.metadata.namespace ?? '')}_${pod.metadata.name}_${container.name}.log`;
}
