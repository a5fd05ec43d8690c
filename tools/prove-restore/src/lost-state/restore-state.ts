// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { clusterNamespace } from '@strata/contracts';
import { keyResources } from '@strata/user-cluster/lost-state';
import type { KeyResource, KeptKeys } from '@strata/user-cluster/lost-state';
import { readFileSync } from 'node:fs';
import { ProveError } from '../prove-error.ts';
import type { Tell } from '../progress.ts';
import { refuseRunningUpdate } from '../restore/refuse-running-update.ts';
import { adminClient, endpointOf, issueAdmin, validToken } from './admin-access.ts';
import type { LostStateQuestion } from './command-line.ts';
import { stateOf, withKeys } from './deployment.ts';
import type { Exported } from './deployment.ts';
import { foresee } from './foreseen.ts';
import type { Foreseen } from './foreseen.ts';
import { readInfraKeys } from './infra-keys.ts';
import type { InfraKeys } from './infra-keys.ts';
import { readLiveObjects } from './live-objects.ts';
import { differingKeys } from './differing-keys.ts';
import { anewText, halvesText, keysText } from './texts.ts';
import { ClusterStack } from './stack.ts';

/** Settings and callbacks of {@link restoreState}. */
export interface RestoreStateContext {
  /** Of the repository. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  /** Prints what people asked for. */
  readonly print: (text: string) => void;
  /** Asks whether to go on. */
  readonly confirm: () => Promise<boolean>;
}

async function infraClient(
  { infraFile }: LostStateQuestion,
  { env, signal }: RestoreStateContext,
): Promise<ApiClient> {
  const file = infraFile ?? env.KUBECONFIG;
  if (file === undefined) {
    throw new ProveError(
      'Nobody knows the infra cluster: give its kubeconfig by --infra, or set KUBECONFIG.',
    );
  }
  return new ApiClient(await readKubeconfig(readFileSync(file, 'utf8')), { signal });
}

/** Keys of the cluster, and the resources that the state will have of them. */
interface Keys {
  /** Of the infra cluster. */
  readonly api: ApiClient;
  readonly infra: InfraKeys;
  readonly kept: KeptKeys;
  readonly resources: readonly KeyResource[];
}

async function readKeys(question: LostStateQuestion, context: RestoreStateContext): Promise<Keys> {
  const { cluster, environment } = question;
  const { signal, tell } = context;
  const api = await infraClient(question, context);
  tell('reading the keys of the cluster on the infra cluster');
  const infra = await readInfraKeys(api, environment, cluster);
  const endpoint = await endpointOf(api, clusterNamespace(cluster));
  tell(`asking the API at ${endpoint} with them`);
  const admin = await issueAdmin(infra.keys, signal);
  const token = await validToken(adminClient(endpoint, admin, signal), infra.tokens);
  const { certificatePem, privateKeyPem } = admin;
  const kept: KeptKeys = {
    ...infra,
    certificates: {
      ...infra.certificates,
      'keys-admin-certificate': { certificatePem, privateKeyPem },
    },
    ...(token !== undefined && { token }),
  };
  return { api, infra, kept, resources: keyResources(cluster, kept) };
}

/** Refuses a stack that has a state: nothing is ever overwritten. */
function refuseWhole(stack: ClusterStack, { deployment }: Exported): void {
  const [environment = '', cluster = ''] = stack.name.split('.');
  throw new ProveError(
    `${stack.name} has ${deployment.resources.length} resources in its state: it is not lost, and nothing is overwritten. After an update that was killed: npx strata recover ${environment} ${cluster}. A state that is older than the cluster: docs/runbooks/restore-state.md. To give this state up, save it, delete it (pulumi -C packages/user-cluster stack rm --force --preserve-config ${stack.name}), and run this again.`,
  );
}

/** Judges the update that takes on the objects. @throws ProveError when it would change one. */
async function judge(
  stack: ClusterStack,
  { api, infra }: Keys,
  cluster: string,
  { tell }: RestoreStateContext,
): Promise<Foreseen> {
  tell('previewing the update that takes on the objects');
  const preview = await stack.preview();
  const foreseen = foresee(preview, {
    startUpSecrets: infra.startUpSecrets,
    recorded: infra.keys.map(({ name }) => `${cluster}-keys-${name}`),
    live: await readLiveObjects(api, clusterNamespace(cluster)),
  });
  if (foreseen.refusals.length === 0) return foreseen;
  throw new ProveError(
    `${stack.name} is not taken on. Its state has the keys now, and the same command goes on; this run has changed no object:\n- ${foreseen.refusals.join('\n- ')}\nWhere no line says another way, check out the commit that was deployed last, with the files of the platform and the release of that time. Then run the same command again.`,
  );
}

/** Goes on with an update that has begun, if its state has the keys of the cluster. */
async function goOn(
  stack: ClusterStack,
  keys: Keys,
  cluster: string,
  context: RestoreStateContext,
): Promise<void> {
  const state = await stack.export(['--show-secrets']);
  const names = state === undefined ? [] : differingKeys(state, keys.resources);
  if (names.length > 0) {
    throw new ProveError(
      `The state of ${stack.name}, which an earlier run has begun to put together, has other keys than the cluster: ${names.join(', ')}. Delete it (pulumi -C packages/user-cluster stack rm --force --preserve-config ${stack.name}), and run this again.`,
    );
  }
  await judge(stack, keys, cluster, context);
  context.print(`${stack.name}: going on with the update that takes on its objects.`);
}

/** Puts the keys into the state, and judges the update that will take on the objects. */
async function putKeys(
  stack: ClusterStack,
  before: Exported,
  keys: Keys,
  cluster: string,
  context: RestoreStateContext,
): Promise<void> {
  const { print, tell } = context;
  tell(`putting ${keys.resources.length} keys into the state of ${stack.name}`);
  await stack.import(withKeys(before, stack.name, keys.resources));
  const { anew, takenOn } = await judge(stack, keys, cluster, context);
  print(`${takenOn} objects and other resources are taken on as they are.`);
  for (const line of anewText(anew, cluster)) print(line);
}

/**
 * Puts the keys of a running user cluster whose state is lost into a new state.
 *
 * @returns the exit code: 0 when an update may take on the objects.
 * @throws ProveError when that cannot be. The stack may then have a state with the keys; no object is changed.
 */
export async function restoreState(
  question: LostStateQuestion,
  context: RestoreStateContext,
): Promise<number> {
  const { cluster, environment, isConfirmed, isPreview, secretsProvider } = question;
  const { env, print, root, signal } = context;
  const stack = new ClusterStack(`${environment}.${cluster}`, { env, signal, cwd: root });
  refuseRunningUpdate(question, env);
  const before = await stack.export();
  const state = before === undefined ? 'empty' : stateOf(before);
  if (before !== undefined && state === 'whole') refuseWhole(stack, before);
  const keys = await readKeys(question, context);
  print(keysText(stack.name, keys.kept));
  for (const line of halvesText(keys.infra.halves)) print(line);
  if (isPreview) return 0;
  if (!isConfirmed && !(await context.confirm())) return 1;
  if (state === 'begun') {
    await goOn(stack, keys, cluster, context);
    return 0;
  }
  // None runs: the lock of one that was killed would refuse the import.
  if (before === undefined) await stack.init(secretsProvider);
  else await stack.cancel();
  const empty = before ?? (await stack.export());
  if (empty === undefined) throw new ProveError(`pulumi has made no stack ${stack.name}.`);
  await putKeys(stack, empty, keys, cluster, context);
  return 0;
}
