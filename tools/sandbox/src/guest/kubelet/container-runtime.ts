// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { join } from 'node:path';
import type { ActiveState, Service } from '../systemd/service.ts';

/** Encodes a length-delimited field of a protobuf message; all values here are short. */
function field(number: number, value: string | Buffer): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
}

const truth = (number: number) => Buffer.from([number << 3, 1]);
const isReady = (type: string) => field(1, Buffer.concat([field(1, type), truth(2)]));

/** Version of containerd that is played. */
export const containerdVersion = '2.1.4';

const version = Buffer.concat([
  field(1, '0.1.0'),
  field(2, 'containerd'),
  field(3, containerdVersion),
  field(4, 'v1'),
]);
const image = field(1, field(1, 'sha256:played'));

/**
 * Answers to what kubeadm's checks ask a container runtime: whether it runs, and whether it has
 * images. It claims to have all images; the kubelet reports those that cannot run here.
 *
 * @see https://github.com/kubernetes/cri-api/blob/v0.35.4/pkg/apis/runtime/v1/api.proto
 */
const answers: Readonly<Record<string, Buffer>> = {
  '/runtime.v1.RuntimeService/Version': version,
  '/runtime.v1.RuntimeService/Status': field(
    1,
    Buffer.concat([isReady('RuntimeReady'), isReady('NetworkReady')]),
  ),
  // The cgroup driver: systemd is the value 0 of that enumeration.
  '/runtime.v1.RuntimeService/RuntimeConfig': field(1, ''),
  '/runtime.v1.ImageService/ImageFsInfo': Buffer.alloc(0),
  '/runtime.v1.ImageService/ImageStatus': image,
  '/runtime.v1.ImageService/PullImage': field(1, 'sha256:played'),
};

/** gRPC's status code for a method that does not exist. */
const unimplemented = '12';

function answer(stream: ServerHttp2Stream, path: string): void {
  const message = answers[path];
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc+proto' },
    { waitForTrailers: true },
  );
  stream.on('wantTrailers', () => {
    stream.sendTrailers({ 'grpc-status': message === undefined ? unimplemented : '0' });
  });
  if (message === undefined) {
    stream.end();
    return;
  }
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([frame, message]));
}

/** Plays containerd.service: a socket that answers kubeadm's questions. */
export class ContainerRuntime implements Service {
  readonly name = 'containerd.service';
  readonly description = 'containerd container runtime (played)';
  readonly after: readonly string[] = [];
  readonly before: readonly string[] = [];
  readonly wants: readonly string[] = [];
  readonly wantedBy: readonly string[] = ['multi-user.target'];
  state: ActiveState = 'inactive';
  private readonly runFolder: string;
  private server: Http2Server | undefined;

  constructor(root: string) {
    this.runFolder = join(root, 'run');
  }

  async start(): Promise<void> {
    if (this.server !== undefined) return;
    const server = createServer();
    server.on('stream', (stream, headers) => {
      stream.on('error', () => stream.destroy());
      // The request's content does not matter, but it has to be read.
      stream.resume();
      answer(stream, headers[':path'] ?? '');
    });
    // A socket's path may have 107 bytes, and state folders are deep: use a path relative to its
    // folder.
    const folder = join(this.runFolder, 'containerd');
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
    if (existsSync('containerd.sock')) rmSync('containerd.sock');
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen('containerd.sock', resolve);
    });
    this.server = server;
    this.state = 'active';
  }

  stop(): Promise<void> {
    this.server?.close();
    this.server = undefined;
    rmSync(join(this.runFolder, 'containerd/containerd.sock'), { force: true });
    this.state = 'inactive';
    return Promise.resolve();
  }
}
