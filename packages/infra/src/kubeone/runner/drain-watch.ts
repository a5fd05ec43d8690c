// SPDX-License-Identifier: Apache-2.0
import { upgradeLock } from './cut-off-update.ts';

/**
 * Minutes after which a drain ends in which no pod leaves the host: more than the longest time that a VM
 * usually takes to shut down, the two hours of machine-controller's skip-eviction-after.
 */
export const defaultDrainMinutes = 180;

const minute = 60_000;
/** Time between two reports on one drain. */
const reportEvery = 5 * minute;
/** A refused eviction is tried again every 5 seconds; without a refusal for so long the pod shuts down. */
const refusalLasts = minute;

/**
 * Messages of KubeOne while it updates a host.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/upgrade_leader.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/upgrade_follower.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/upgrade_static_workers.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/nodeutils/drain.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/prerequisites.go `setupProxy`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/task.go
 * @see https://github.com/kubernetes/kubectl/blob/v0.36.2/pkg/drain/drain.go `evictPods`
 */
const messages = {
  begins: /^Drain(?:ing)? (?:the )?(?:leader|follower|static)/,
  ends: /^(?:Creating environment file|Upgrading|Running 'kubeadm upgrade'|Task .+ failed)/,
  evicting: /^evicting pod (\S+)/,
  left: /^pod (\S+) is (?:evicted|deleted)/,
  refused: /^error when evicting pods\/"([^"]+)" -n "([^"]+)" \([^)]*\): (.*)/,
} as const;

/**
 * The message in a line of KubeOne's log, and the address of the host that it is about, if it is about
 * one. IPv6 addresses are in quotes.
 */
const logLine = /msg="((?:[^"\\]|\\.)*)"(?:.* node="?([^\s"]+))?/;

interface Refusal {
  readonly at: number;
  readonly why: string;
}

/** One drain, from its first message on. */
interface Drain {
  readonly host: string;
  readonly since: number;
  lastLeft: number | undefined;
  left: number;
  lastReport: number;
  /** Pods that are to leave, with the last refusal. */
  readonly staying: Map<string, Refusal | undefined>;
}

/** Arguments of {@link DrainWatch}. */
export interface DrainWatchArgs {
  /** Longest time without a pod that leaves, in minutes. */
  readonly minutes: number;
  /** Names of nodes by the public addresses of their hosts. */
  readonly names: ReadonlyMap<string, string>;
  /** Receives each line of progress. */
  readonly report: (line: string) => void;
}

/** Returns the text that logrus has quoted; as it is where it has an escape of Go alone. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted;
  }
}

const counted = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/**
 * Follows the drains of an update in KubeOne's log. KubeOne drains without a time limit, so a VM that
 * may not move stops an update for ever.
 */
export class DrainWatch {
  readonly #args: DrainWatchArgs;
  #drain: Drain | undefined;

  constructor(args: DrainWatchArgs) {
    this.#args = args;
  }

  /** Reads a line that KubeOne prints. */
  read(line: string, now: number): void {
    const [, quoted, address = ''] = logLine.exec(line) ?? [];
    if (quoted === undefined) return;
    const message = unquoted(quoted);
    if (messages.begins.test(message)) {
      const host = this.#args.names.get(address) ?? address;
      this.#drain = {
        host,
        since: now,
        lastLeft: undefined,
        left: 0,
        lastReport: now,
        staying: new Map(),
      };
    } else if (messages.ends.test(message)) this.#drain = undefined;
    else if (this.#drain !== undefined) follow(this.#drain, message, now);
  }

  /**
   * Reports from time to time how far the drain is.
   *
   * @returns why the update must stop; undefined while it may go on.
   */
  check(now: number): string | undefined {
    const drain = this.#drain;
    if (drain === undefined) return undefined;
    const { minutes, report } = this.#args;
    const { host } = drain;
    if (now - lastMove(drain, now) >= minutes * minute) {
      return (
        `KubeOne was stopped: no pod has left ${host} for ${counted(minutes)} ` +
        `(config.infra:kubeone.drainMinutes).${otherPods(drain, now)} The host stays cordoned; KubeOne had ` +
        `begun nothing else on it. See docs/runbooks/drain-host.md, then run: kubectl label node ${host} ` +
        `${upgradeLock}- ; and run pulumi up again, which continues the update.`
      );
    }
    if (now - drain.lastReport >= reportEvery) {
      drain.lastReport = now;
      report(
        `strata: ${host} is being drained: ${progress(drain, now)}.${otherPods(drain, now)} What to do ` +
          'about a pod that stays: docs/runbooks/drain-host.md.',
      );
    }
    return undefined;
  }
}

function follow(drain: Drain, message: string, now: number): void {
  const [, evicting] = messages.evicting.exec(message) ?? [];
  const [, left] = messages.left.exec(message) ?? [];
  const [, pod, namespace, why = ''] = messages.refused.exec(message) ?? [];
  if (evicting !== undefined && !drain.staying.has(evicting)) {
    drain.staying.set(evicting, undefined);
  }
  if (pod !== undefined) drain.staying.set(`${namespace}/${pod}`, { at: now, why });
  if (left !== undefined) {
    drain.staying.delete(left);
    drain.left += 1;
    drain.lastLeft = now;
  }
}

function progress({ lastLeft, left, since }: Drain, now: number): string {
  const passed = (from: number) => counted(Math.floor((now - from) / minute));
  if (lastLeft === undefined) return `no pod has left in ${passed(since)}`;
  const pods = left === 1 ? '1 pod has' : `${left} pods have`;
  return `${pods} left in ${passed(since)}, the last one ${passed(lastLeft)} ago`;
}

const isRefused = ({ at }: Refusal, now: number) => now - at <= refusalLasts;

/**
 * Returns when a pod last left the host, or was allowed to. The drain says nothing of a pod that is gone
 * when it tries again to evict it, so the end of its refusals is all that tells.
 */
function lastMove({ lastLeft, since, staying }: Drain, now: number): number {
  const allowed = [...staying.values()].flatMap((refusal) =>
    refusal === undefined || isRefused(refusal, now) ? [] : [refusal.at],
  );
  return Math.max(lastLeft ?? since, ...allowed);
}

/** Names the pods that may not leave, with the reason, and those that may. */
function otherPods({ staying }: Drain, now: number): string {
  const there: string[] = [];
  const leaving: string[] = [];
  for (const [pod, refusal] of staying) {
    if (refusal !== undefined && isRefused(refusal, now)) there.push(`${pod} (${refusal.why})`);
    else leaving.push(pod);
  }
  const told = (what: string, pods: readonly string[]) =>
    pods.length === 0 ? '' : ` ${what}: ${pods.join(', ')}.`;
  return `${told('Still there', there)}${told('Shutting down or gone', leaving)}`;
}
