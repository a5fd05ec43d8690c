// SPDX-License-Identifier: Apache-2.0
import type { RunContext } from '../run/stack-run.ts';
import { gitopsCommand } from '../run/ways-out.ts';
import { backendsVariable } from '../run/stack-environment.ts';
import { withoutFileFix, withoutFileProblem } from '../run/without-file.ts';
import { cutOffAttributes } from '../state/cut-off-attributes.ts';
import {
  fileBackends,
  listStates,
  readLocks,
  readState,
  stateFile,
} from '../state/file-backend.ts';
import type { StateName } from '../state/file-backend.ts';
import { updateEnd } from '../state/interrupted-update.ts';
import type { Finding } from './finding.ts';

const idOf = ({ program, stack }: StateName) => `${program}/${stack}`;

/** Reports a state that was cut off, or whose format is that of another Pulumi. */
function unreadable(backend: string, name: StateName): Finding[] {
  const file = stateFile(backend, name);
  const recover = `${gitopsCommand} recover --stack ${idOf(name)}`;
  const fix = `Take the state of one step before, then put the update right: cp ${file}.bak ${file} && ${recover}`;
  try {
    const state = readState(backend, name);
    if (state === undefined || state.checkpoint !== undefined) return [];
    return [
      {
        subject: idOf(name),
        problem: `${file} has no checkpoint, so it is no state of Pulumi`,
        fix,
      },
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ subject: idOf(name), problem: `its state is no JSON: ${reason}`, fix }];
  }
}

/**
 * Reports files beside a state that keep every command from reading it, except the command that
 * removes them.
 */
function cutOff(backend: string, name: StateName): Finding[] {
  const { end } = updateEnd(backend, name);
  // A running update may be writing such a file.
  if (end === 'running') return [];
  const recover = `${gitopsCommand} recover --stack ${idOf(name)}`;
  const fix =
    end === 'elsewhere'
      ? `Make sure that no update runs elsewhere; then this removes it: ${recover} --no-update-runs`
      : `This removes it: ${recover}`;
  return cutOffAttributes(backend, name).map((file) => ({
    subject: idOf(name),
    problem: `${file} was cut off, so Pulumi cannot read what it is beside; nothing needs it`,
    fix,
  }));
}

function locked(backend: string, name: StateName): Finding[] {
  const subject = idOf(name);
  const recover = `${gitopsCommand} recover --stack ${subject}`;
  // Neither a lock nor a state says which of the two it was.
  const both = (command: string) =>
    `${command}\n  If it was a destroy, instead: ${command} --destroy`;
  const last = updateEnd(backend, name);
  if (last.end === 'elsewhere') {
    const { hostname = '?', timestamp = '?', username = '?' } = last.lock;
    const problem = `${username} on ${hostname} has locked it since ${timestamp}`;
    const fix = `Make sure that no update runs there, then: ${both(`${recover} --no-update-runs`)}`;
    return [{ subject, problem, fix }];
  }
  // A lock of a running update is right.
  if (last.end !== 'interrupted') return [];
  const [lock] = readLocks(backend, name);
  const problem =
    lock === undefined
      ? 'an update ended before what it had begun was on record'
      : `an update was killed: its lock is left, its process ${lock.pid ?? '?'} is gone`;
  return [{ subject, problem, fix: both(recover) }];
}

/**
 * Reports stale locks, unfinished operations, unreadable states and states without a stack file.
 */
export function checkStates({ env, workspace }: RunContext): Finding[] {
  if (env.PULUMI_BACKEND_URL === undefined && (env[backendsVariable] ?? '') === '') {
    const fix = `Set ${backendsVariable}, or PULUMI_BACKEND_URL to the backend of the environment, or log in: pulumi login URL`;
    return [{ subject: 'backend', problem: 'nothing says where states are', fix }];
  }
  // Only Pulumi lists the locks in buckets. Its own message names them at the next update.
  const backends = fileBackends(
    env,
    workspace.stacks.map(({ environment }) => environment),
  );
  const wanted = new Set(workspace.stacks.map(({ id }) => id));
  const all = backends.flatMap((backend) => listStates(backend).map((name) => ({ backend, name })));
  return all.flatMap(({ backend, name }) => {
    const broken = unreadable(backend, name);
    const subject = idOf(name);
    const orphan: Finding[] = wanted.has(subject)
      ? []
      : [
          {
            subject,
            problem: withoutFileProblem(),
            fix: withoutFileFix({ id: subject, ...name }),
          },
        ];
    // An unreadable state does not show how its update ended.
    const ends = broken.length > 0 ? [] : [...cutOff(backend, name), ...locked(backend, name)];
    return [...broken, ...ends, ...orphan];
  });
}
