// SPDX-License-Identifier: Apache-2.0
import { setImmediate } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import type { RecordedResource, Recording } from './recording.ts';

/** The world a recorded program runs in. */
export interface RecordOptions {
  /** @default 'test' */
  readonly project?: string;
  /** @default 'sandbox' */
  readonly stack?: string;
  /** `<project>:<key>` to text, as the engine hands it over. @default {} */
  readonly config?: Readonly<Record<string, string>>;
  /** The keys of `config` that are encrypted. @default [] */
  readonly secretKeys?: readonly string[];
  /** Answers calls of provider and engine functions, or throws. @default an empty answer */
  readonly call?: (token: string, inputs: Record<string, unknown>) => Record<string, unknown>;
  /** Returns the properties that a resource's provider adds to its inputs. @default nothing */
  readonly outputs?: (
    type: string,
    name: string,
    inputs: Record<string, unknown>,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** The part of the engine's wire request that tests look at. */
interface RegisterRequest {
  getType(): string;
  getName(): string;
  getParent(): string;
  getDependenciesList(): string[];
  getProtect(): boolean;
  getProvider(): string;
  getDeletedwith(): string;
  getIgnorechangesList(): string[];
  getReplaceonchangesList(): string[];
  getDeletebeforereplace(): boolean;
  getAliasesList(): { getSpec(): { getParenturn(): string } | undefined }[];
  getRetainondelete(): boolean;
  getCustomtimeouts():
    | { getCreate(): string; getUpdate(): string; getDelete(): string }
    | undefined;
}

/** The same, for what a component says of itself. */
interface OutputsRequest {
  getUrn(): string;
  getOutputs(): { toJavaScript(): Inputs } | undefined;
}

interface Monitor {
  registerResource: (request: RegisterRequest, callback: unknown) => Promise<void>;
  registerResourceOutputs: (request: OutputsRequest, callback: unknown) => void;
  /** Missing in the SDK's mocks. */
  registerResourceHook?: (
    request: unknown,
    callback: (error: null, answer: object) => void,
  ) => void;
}

/** The marker of a secret on the wire. @see https://www.pulumi.com/docs/iac/concepts/secrets/ */
const secretMark = '1b47061264138c4ac30d75fd1eb44270';
const markKey = '4dabf18193072939515e22adb298388d';

function isMarkedSecret(value: unknown): value is { readonly value: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<string, unknown>)[markKey] === secretMark
  );
}

function nameOf(urn: string): string {
  return urn.split('::').at(-1) ?? '';
}

type Inputs = Record<string, unknown>;

const unwrapped = (values: Inputs): Inputs =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isMarkedSecret(value) ? value.value : value,
    ]),
  );

/** The SDK sends an empty text, or none, for what the program does not say. */
function timeoutsOf(request: RegisterRequest): pulumi.CustomTimeouts {
  const timeouts = request.getCustomtimeouts();
  const said = {
    create: timeouts?.getCreate(),
    update: timeouts?.getUpdate(),
    delete: timeouts?.getDelete(),
  };
  return Object.fromEntries(Object.entries(said).filter(([, time]) => time));
}

function describe(
  request: RegisterRequest,
  inputs: Inputs,
  custom: boolean,
  before: readonly RecordedResource[],
) {
  const parent = request.getParent();
  const deletedWith = deletedWithOf(request, before);
  const customTimeouts = timeoutsOf(request);
  const provider = request.getProvider();
  const entries = Object.entries(inputs);
  const ignoreChanges = request.getIgnorechangesList();
  const replaceOnChanges = request.getReplaceonchangesList();
  const formerParents = request
    .getAliasesList()
    .map((alias) => alias.getSpec()?.getParenturn() ?? '')
    .filter((urn) => urn !== '');
  return {
    type: request.getType(),
    name: request.getName(),
    custom,
    inputs: unwrapped(inputs),
    secretInputs: entries.filter(([, value]) => isMarkedSecret(value)).map(([key]) => key),
    parent: parent === '' ? undefined : nameOf(parent),
    dependsOn: request.getDependenciesList().map(nameOf).sort(),
    protect: request.getProtect(),
    ...(provider !== '' && { provider }),
    ...(deletedWith !== undefined && { deletedWith }),
    ...(ignoreChanges.length > 0 && { ignoreChanges }),
    ...(replaceOnChanges.length > 0 && { replaceOnChanges }),
    ...(request.getDeletebeforereplace() && { deleteBeforeReplace: true as const }),
    ...(formerParents.length > 0 && { formerParents }),
    ...(request.getRetainondelete() && { retainOnDelete: true as const }),
    ...(Object.keys(customTimeouts).length > 0 && { customTimeouts }),
  } satisfies RecordedResource;
}

/** Its own, or its parent's, as the engine has it. */
function deletedWithOf(request: RegisterRequest, before: readonly RecordedResource[]) {
  const own = request.getDeletedwith();
  if (own !== '') return nameOf(own);
  const parent = nameOf(request.getParent());
  return before.find(({ name }) => name === parent)?.deletedWith;
}

/** Lets registrations that wait for other registrations begin, until no more come. */
async function settle(resources: readonly RecordedResource[]): Promise<void> {
  for (let quiet = 0, seen = resources.length; quiet < 10; seen = resources.length) {
    await setImmediate();
    quiet = resources.length === seen ? quiet + 1 : 0;
  }
}

/** The SDK takes an error's message from where gRPC would have put it. */
function answer(call: RecordOptions['call'], token: string, inputs: Inputs): Inputs {
  try {
    return call?.(token, inputs) ?? {};
  } catch (error) {
    throw Object.assign(new Error(), { details: error instanceof Error ? error.message : error });
  }
}

/**
 * Runs a program, or a part of one, without an engine and keeps what it would have registered.
 *
 * Mocks are set before the program runs, and everything it started is awaited before this returns:
 * a registration that fails, or a child that nobody waits for, is not missed.
 *
 * @throws whatever the program throws.
 * @see https://www.pulumi.com/docs/iac/guides/testing/unit/
 */
export async function recordProgram<T>(
  program: () => T | Promise<T>,
  options: RecordOptions = {},
): Promise<Recording<T>> {
  const {
    project = 'test',
    stack = 'sandbox',
    config = {},
    secretKeys = [],
    call,
    outputs,
  } = options;
  const resources: RecordedResource[] = [];
  const registered = new Map<string, Inputs>();
  const given = new Map<string, { inputs: Inputs; custom: boolean }>();
  await pulumi.runtime.setMocks(
    {
      newResource: async ({ type, name, inputs, custom = false }) => {
        const state = inputs as Inputs;
        given.set(`${type}::${name}`, { inputs: state, custom });
        const whole = { ...state, ...(await outputs?.(type, name, state)) };
        return { id: custom ? name : undefined, state: whole };
      },
      call: ({ token, inputs }) => answer(call, token, inputs as Inputs),
    },
    project,
    stack,
  );
  pulumi.runtime.setAllConfig({ ...config }, [...secretKeys]);
  // The mocks are not told of parents and dependencies, but the wire request has them.
  const monitor = pulumi.runtime.getMonitor() as unknown as Monitor;
  const register = monitor.registerResource.bind(monitor);
  // Hooks run during an update, and there is none here.
  monitor.registerResourceHook = (_, callback) => callback(null, {});
  monitor.registerResource = async (request, callback) => {
    await register(request, callback);
    const { inputs, custom } = given.get(`${request.getType()}::${request.getName()}`) ?? {
      inputs: {},
      custom: false,
    };
    resources.push(describe(request, inputs, custom, resources));
  };
  const registerOutputs = monitor.registerResourceOutputs.bind(monitor);
  monitor.registerResourceOutputs = (request, callback) => {
    const own = request.getOutputs()?.toJavaScript() ?? {};
    registered.set(nameOf(request.getUrn()), unwrapped(own));
    registerOutputs(request, callback);
  };
  try {
    const result = await program();
    await settle(resources);
    return { result, resources, outputs: registered };
  } finally {
    await pulumi.runtime.disconnect();
  }
}

/** The promises of an output, which the SDK's types do not show. */
interface Promised<T> {
  promise(): Promise<pulumi.Unwrap<T>>;
  allResources(): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
}

/** Lets an output fail once, by its value, and not by what else it promises. */
function failingOnce<T>(output: pulumi.Output<T>): Promised<T> {
  const promised = output as unknown as Promised<T>;
  for (const one of [promised.isKnown, promised.isSecret, promised.allResources()]) {
    one.catch(() => undefined);
  }
  return promised;
}

/** The value of an output. Rejects for one that fails, of which `apply` would tell nobody. */
export function valueOf<T>(output: pulumi.Input<T>): Promise<pulumi.Unwrap<T>> {
  if (pulumi.Output.isInstance(output)) failingOnce(output as pulumi.Output<T>);
  return failingOnce(pulumi.output(output) as pulumi.Output<T>).promise();
}
