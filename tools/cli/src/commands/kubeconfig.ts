// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/contracts/sandbox-environment';
import { isUnknownStack } from '@strata/gitops/unknown-stack';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandSpec, PlanContext } from '../command.ts';
import type { Input } from '../input.ts';
import { mergeKubeconfigs } from '../merge-kubeconfigs.ts';
import type { NamedKubeconfig } from '../merge-kubeconfigs.ts';
import type { StackChoice } from '../repository.ts';
import { inEnvironment, sandboxOption } from '../in-environment.ts';
import type { Step } from '../step.ts';
import { clusterArgument, environmentArgument, pulumi } from '../stacks.ts';
import { CliError, UsageError } from '../usage-error.ts';
import { writePrivateFile } from '../write-private-file.ts';

function chosen(input: Input, { repository }: PlanContext): readonly StackChoice[] {
  const environment = input.argument('environment');
  const cluster = input.optional('cluster');
  if (cluster !== undefined) return [repository.clusterOf(environment, cluster)];
  const all = repository.stacksOf(environment).filter((one) => one.cluster !== undefined);
  if (all.length > 0) return all;
  throw new UsageError(
    `${environment} has no user clusters: npx strata new cluster ${environment} NAME`,
  );
}

/** The file with what Pulumi said about a stack whose output it did not print. */
const errorsFile = ({ stack }: StackChoice, { scratch }: PlanContext) =>
  join(scratch, `${stack}.err`);

const outputFile = ({ stack }: StackChoice, { scratch }: PlanContext) =>
  join(scratch, `${stack}.out`);

/** Where kubeconfigs of one kind are. */
interface Source {
  /** Arguments of `pulumi stack output`. */
  readonly output: readonly string[];
  /** Which of several is meant, and how an error says that there is no such one. */
  readonly one?: { readonly name: string; readonly of: string; readonly listedIn: string };
}

/** Returns the source that the options choose. */
function sourceOf(input: Input): Source {
  const [user, issuer] = [input.text('user'), input.text('oidc')];
  if (user !== undefined && issuer !== undefined) {
    throw new UsageError('--user and --oidc are two ways to come in; give one of them');
  }
  if (issuer !== undefined) {
    const of = 'for the issuer';
    const one = { name: issuer, of, listedIn: 'oidc.issuers' };
    return { output: ['oidcKubeconfigs', '--json'], one };
  }
  if (user === undefined) return { output: ['kubeconfig', '--show-secrets'] };
  const one = { name: user, of: 'of', listedIn: 'kubernetes.kubeconfigs' };
  return { output: ['kubeconfigs', '--json', '--show-secrets'], one };
}

/** Prints the output of a stack that holds the wanted kubeconfig. */
export function readKubeconfig(
  input: Input,
  stack: StackChoice,
  into: string,
  conditions: Pick<Step, 'errorsInto' | 'mayFail'> = {},
): Step {
  const command = pulumi(stack, 'stack', 'output', ...sourceOf(input).output);
  return inEnvironment(input, stack.environment, command, { ...conditions, into });
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');

/**
 * Whether a stack has no kubeconfig yet, by what Pulumi said.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/cmd/pulumi/stack/stack_output.go
 */
const hasNoneYet = (stderr: string) =>
  isUnknownStack({ stderr }) || stderr.includes('does not have output property');

/** @throws CliError with what Pulumi said of stacks that could not be read. */
function refuseUnread(stacks: readonly StackChoice[], context: PlanContext): void {
  const problems = stacks.flatMap((stack) => {
    const said = textOf(errorsFile(stack, context));
    return hasNoneYet(said) ? [] : [`\n${stack.stack}: ${said || 'Pulumi printed nothing'}`];
  });
  if (problems.length === 0) return;
  throw new CliError(`No kubeconfig is given, for some could not be read:${problems.join('')}`);
}

/** The kubeconfig in what Pulumi printed; undefined: it printed none. */
function kubeconfigOf(input: Input, { stack }: StackChoice, file: string): string | undefined {
  const text = textOf(file);
  if (text === '') return undefined;
  const { one } = sourceOf(input);
  if (one === undefined) return text;
  const all = JSON.parse(text) as Readonly<Record<string, string>>;
  if (all[one.name] !== undefined) return all[one.name];
  const names = Object.keys(all).join(', ') || 'none';
  throw new CliError(
    `${stack} has no kubeconfig ${one.of} "${one.name}"; ${one.listedIn} of its file names: ${names}`,
  );
}

/** The words where no cluster has a kubeconfig of the wanted kind. */
function nothingFound(input: Input, without: readonly StackChoice[]): string {
  const names = without.map(({ stack }) => stack).join(', ');
  const issuer = input.text('oidc');
  if (issuer === undefined) return `No kubeconfig yet of: ${names}`;
  return `No kubeconfig for the issuer "${issuer}" of: ${names}. Where oidc.issuers of the file names it, npx strata up gives one.`;
}

const insideNote =
  'Its addresses are those of the rack: npx strata exec kubectl --kubeconfig FILE get nodes';

/** How people reach user clusters. */
export const kubeconfig: CommandSpec = {
  name: 'kubeconfig',
  group: 'Clusters',
  summary: 'print the kubeconfig of a cluster, or of all clusters of an environment in one',
  details:
    'A context is called <environment>.<cluster>. Without --user and --oidc it is that of system:masters, for emergencies.',
  arguments: [environmentArgument, clusterArgument],
  options: [
    { name: 'user', value: 'name', text: 'that of a person, from kubernetes.kubeconfigs' },
    {
      name: 'oidc',
      value: 'issuer',
      text: 'that with which everybody logs in at an issuer of oidc.issuers; it holds no secret',
    },
    { name: 'out', short: 'o', value: 'file', text: 'write it there; only its owner can read it' },
    sandboxOption,
  ],
  examples: [
    'kubeconfig production shop --out shop.kubeconfig',
    'kubeconfig production --user ci',
    'kubeconfig production shop --oidc sso',
  ],
  plan: (input, context) => {
    const stacks = chosen(input, context);
    // A cluster may have no issuers. Their kubeconfigs are no secrets, so Pulumi asks nothing meanwhile.
    const mayHaveNone = stacks.length > 1 || input.text('oidc') !== undefined;
    return stacks.map((stack) => {
      const may = mayHaveNone && { mayFail: true as const, errorsInto: errorsFile(stack, context) };
      return readKubeconfig(input, stack, outputFile(stack, context), { ...may });
    });
  },
  answer: (input, context) => {
    const stacks = chosen(input, context);
    const found = stacks.flatMap((stack): NamedKubeconfig[] => {
      const text = kubeconfigOf(input, stack, outputFile(stack, context));
      return text === undefined ? [] : [{ name: stack.stack, text }];
    });
    const names = found.map(({ name }) => name);
    const without = stacks.filter(({ stack }) => !names.includes(stack));
    refuseUnread(without, context);
    if (found.length === 0) throw new CliError(nothingFound(input, without));
    const merged = mergeKubeconfigs(found);
    const out = input.text('out');
    const isInside = input.argument('environment') === sandboxEnvironment;
    const notes = [
      ...without.map(({ stack }) => `${stack} has no kubeconfig yet and is left out.`),
      ...(isInside ? [insideNote] : []),
    ];
    if (out === undefined) return { text: merged.trimEnd(), notes };
    const file = resolve(context.folder, out);
    writePrivateFile(file, merged);
    return { text: `${file}: ${names.join(', ')}`, notes };
  },
};
