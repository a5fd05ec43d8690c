// SPDX-License-Identifier: Apache-2.0
import { ensureManifests } from '@strata/manifests/ensure';
import { formatDuration, stopOnSignal, type Report } from '@strata/toolchain';
import { tourMilestone } from '@strata/tour';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchStatus, nameOption } from '../control-client.ts';
import { workspaceRoot, type Instance } from '../instance.ts';
import { preflight } from '../preflight/preflight.ts';
import { requireAll } from '../preflight/require-all.ts';
import { RackSession } from '../rack/session.ts';
import { releaseManifests } from '../release-manifests.ts';
import { requiredTools } from '../required-tools.ts';
import { resolveSettings } from '../settings.ts';
import type { SettingsChange } from '../settings.ts';
import { runDemoWorkload } from '../stacks/demo-workload.ts';
import { sandboxStacks, updateStack } from '../stacks/update-stack.ts';
import { saveKubeconfig } from '../stacks/user-cluster-access.ts';
import { UserError } from '../user-error.ts';
import { showTour } from './show-tour.ts';
import { up } from './up.ts';
import { whatNext } from './what-next.ts';

/** Milliseconds that the pods of an earlier run may take to be ready again. */
const podsLimit = 180_000;

/** Commands whose output is shown at the end. */
const views = [
  ['hosts', ['kubectl', 'get', 'nodes', '-L', 'topology.kubernetes.io/zone']],
  ['platform', ['kubectl', 'get', 'kubevirts,cdis', '-A']],
  ['machines of the user cluster "demo"', ['kubectl', 'get', 'vmis', '-n', 'cluster-demo']],
] as const;

/** Commands whose output shows what the users of the demo cluster see. */
const insideViews = [
  ['nodes of the user cluster', ['get', 'nodes', '-o', 'wide']],
  ['a load balancer, a volume, and the program that has them', ['get', 'svc,pvc,pods']],
] as const;

/**
 * Brings up the sandbox and a user cluster in it: starts the sandbox, then runs `pulumi up` for
 * each of its stacks. A run continues an interrupted one, and changes nothing when all is done. The
 * first run in a checkout shows the tour, before anything that takes long.
 *
 * @param isTourAsked - Whether the tour is shown again.
 * @throws UserError naming all that the machine lacks, or the stack whose update failed.
 */
export async function start(
  instance: Instance,
  change: SettingsChange,
  report: Report,
  isTourAsked = false,
): Promise<number> {
  const begin = Date.now();
  const machine = await preflight(requiredTools(resolveSettings(instance, change)));
  await showTour(machine, report, isTourAsked);
  requireAll(machine.checks);
  const components = releaseManifests(resolveSettings(instance, change).releases);
  const makeManifests = () =>
    stopOnSignal((signal) => ensureManifests({ components, report, signal }));
  const milestone = tourMilestone(workspaceRoot, report, makeManifests);
  const { toolchain, status } = await up(instance, change, report, milestone);
  if (isTourAsked && machine.missingTools.length === 0) await milestone.reached(toolchain);
  await makeManifests();
  await waitForPods(instance, report);
  const session = await RackSession.open(instance, toolchain, status.supervisorPid);
  for (const stack of sandboxStacks) await updateStack(instance, session, stack, report);
  for (const [title, command] of views) {
    report.line(`\n==> ${title}`);
    await session.run(command);
  }
  await showDemo(instance, session, report);
  report.line(`${whatNext(instance)}\nDone in ${formatDuration(Date.now() - begin)}.`);
  return 0;
}

/** Runs the demo workload in the demo cluster and shows it as the cluster's users see it. */
async function showDemo(instance: Instance, session: RackSession, report: Report): Promise<void> {
  const demo = sandboxStacks.find(({ program }) => program === 'user-cluster');
  if (demo === undefined) return;
  const kubeconfig = await saveKubeconfig(instance, session, demo);
  await runDemoWorkload(session, kubeconfig);
  for (const [title, command] of insideViews) {
    const shown = ['kubectl', '--kubeconfig', kubeconfig, ...command];
    report.line(`\n==> ${title}: ${shown.join(' ')}`);
    await session.run(shown);
  }
}

/**
 * Waits until the operators' pods are ready: after a stop, their webhooks must serve again before
 * any object can be changed.
 */
async function waitForPods(instance: Instance, report: Report): Promise<void> {
  const deadline = Date.now() + podsLimit;
  for (;;) {
    const { unreadyPods = [] } = (await fetchStatus(instance)) ?? {};
    const [first] = unreadyPods;
    if (first === undefined) return;
    if (Date.now() > deadline) {
      throw new UserError(
        `These pods are not ready after ${podsLimit / 1_000} s: ${unreadyPods.join(', ')}. See "npx strata logs${nameOption(instance)} ${first.split('/')[1] ?? ''}".`,
      );
    }
    report.status(`Waiting for ${unreadyPods.length} pods, ${first} among them ...`);
    await sleep(200);
  }
}
