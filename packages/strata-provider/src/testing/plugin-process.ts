// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import services from '@pulumi/pulumi/proto/provider_grpc_pb.js';

type ProviderClient = InstanceType<typeof services.ResourceProviderClient>;

/** Process of a provider plugin, started as Pulumi's engine starts it, and a client of it. */
export class PluginProcess {
  readonly client: ProviderClient;
  readonly #child: ChildProcessWithoutNullStreams;

  private constructor(child: ChildProcessWithoutNullStreams, port: string) {
    this.#child = child;
    this.client = new services.ResourceProviderClient(
      `127.0.0.1:${port}`,
      credentials.createInsecure(),
    );
  }

  static async start(executable: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const child = spawn(executable, args, { env });
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new PluginProcess(child, port);
  }

  /** The plugin ends when its parent closes stdin. */
  async end(): Promise<void> {
    this.client.close();
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** Calls a method of a plugin and returns the answer. */
export async function call<Reply>(
  method: (done: (error: ServiceError | null, reply: Reply) => void) => unknown,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    method((error, reply) => (error === null ? resolve(reply) : reject(error)));
  });
}
