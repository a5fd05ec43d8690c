// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { fakeApi, marked, ResourceLife, type FakeApi } from '../testing/index.ts';

/** An API server that encrypts Secrets with its first key, and a list of what is encrypted with another. */
class EncryptingApi {
  readonly api: FakeApi;
  /** Names of Secrets by the key that they are encrypted with. */
  readonly keys: Map<string, string>;
  readonly #versions = new Map<string, number>();
  first = 'strata-2';
  /** Called before each write, with the number of writes so far. */
  beforeWrite: (count: number) => number | undefined = () => undefined;
  #writes = 0;

  constructor(api: FakeApi, keys: Readonly<Record<string, string>>) {
    this.api = api;
    this.keys = new Map(Object.entries(keys));
    this.#show();
    api.onWrite = ({ body, method, path }) => {
      expect({ body, method }).toEqual({ body: {}, method: 'PATCH' });
      const name = path.split('/').at(-1) ?? '';
      this.#writes += 1;
      const status = this.beforeWrite(this.#writes);
      if (status !== undefined) return status;
      // As GuaranteedUpdate does: what changes nothing is written only when another key encrypted it.
      if (this.keys.has(name) && this.keys.get(name) !== this.first) this.write(name);
      this.#show();
      return undefined;
    };
  }

  write(name: string): void {
    this.keys.set(name, this.first);
    this.#versions.set(name, (this.#versions.get(name) ?? 1) + 1);
    this.#show();
  }

  remove(name: string): void {
    this.keys.delete(name);
    this.#show();
  }

  get patches(): string[] {
    const paths = this.api.requests.filter((request) => request.startsWith('PATCH'));
    return paths.map((path) => path.split('/').at(-1) ?? '');
  }

  #show(): void {
    this.api.objects.clear();
    const items = [...this.keys.keys()].map((name) => {
      const resourceVersion = String(this.#versions.get(name) ?? 1);
      return { metadata: { name, namespace: 'web', uid: name, resourceVersion } };
    });
    this.api.objects.set('/api/v1/secrets', { items });
    for (const item of items) {
      this.api.objects.set(`/api/v1/namespaces/web/secrets/${item.metadata.name}`, item);
    }
  }
}

const { secretsRewrite: type } = resourceTypes;
const inputsOf = ({ kubeconfig }: FakeApi) => ({ kubeconfig, key: 'strata-2', unfinished: true });

// Proves: keys.encryption-key-rotation
test('patches every Secret until none is written any more', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata', b: 'strata-2', c: 'strata' });
  const resource = new ResourceLife(type);
  const { inputs, outputs } = await resource.create(inputsOf(api));
  expect([...cluster.keys.values()]).toEqual(['strata-2', 'strata-2', 'strata-2']);
  expect(outputs).toEqual({ secrets: 3 });
  // The two Secrets that were rewritten, a and c, are patched once more as a check.
  expect(cluster.patches).toEqual(['a', 'b', 'c', 'a', 'c']);
  expect(inputs).not.toHaveProperty('unfinished');
  expect(resource.state.inputs.kubeconfig).toEqual(marked(api.kubeconfig));
});

test('asks for nothing but the metadata of Secrets', async () => {
  await using api = await fakeApi();
  new EncryptingApi(api, { a: 'strata' });
  await new ResourceLife(type).create(inputsOf(api));
  const asked = api.requests.map((request, index) => [request.split(' ')[0], api.accepted[index]]);
  expect(asked.slice(0, 2)).toEqual([
    ['GET', 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'],
    ['PATCH', 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'],
  ]);
});

test('works again while the program says that it is unfinished, and rests afterwards', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata' });
  const resource = new ResourceLife(type);
  await resource.create(inputsOf(api));
  expect(resource.changes(inputsOf(api))).toEqual(['repeats']);
  cluster.keys.set('a', 'strata');
  await resource.update(inputsOf(api));
  expect(cluster.keys.get('a')).toBe('strata-2');
  expect(resource.changes({ ...inputsOf(api), unfinished: false })).toEqual([]);
});

test('sees Secrets that come and go meanwhile', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata', b: 'strata' });
  cluster.beforeWrite = (count) => {
    if (count === 1) {
      cluster.remove('b');
      cluster.keys.set('c', 'strata');
    }
    return undefined;
  };
  const { outputs } = await new ResourceLife(type).create(inputsOf(api));
  expect(outputs).toEqual({ secrets: 2 });
  expect(Object.fromEntries(cluster.keys)).toEqual({ a: 'strata-2', c: 'strata-2' });
});

// Proves: keys.encryption-key-rotation
test('fails while a server encrypts with another key, and says that no machine was touched', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata' });
  // Behind one address, one server after the other answers.
  cluster.beforeWrite = (count) => {
    cluster.first = count % 2 === 0 ? 'strata' : 'strata-2';
    return undefined;
  };
  const inputs = { ...inputsOf(api), timeoutSeconds: 10 };
  await expect(new ResourceLife(type).create(inputs)).rejects.toThrow(
    `not all Secrets of the cluster at ${api.url} are encrypted with the key "strata-2" after 10 s without progress: ` +
      '1 Secrets were written, and are looked at again: web/a. This update has replaced no VM of the control plane; run pulumi up again to go on, or go back to the phase "write" (docs/runbooks/rotate-keys.md)',
  );
});

// Proves: keys.encryption-key-rotation
test('fails at a Secret that the cluster refuses to write, and names it', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata' });
  cluster.beforeWrite = () => 422;
  await expect(new ResourceLife(type).create(inputsOf(api))).rejects.toThrow(
    `the Secret web/a of the cluster at ${api.url} cannot be encrypted anew: it refuses to PATCH /api/v1/namespaces/web/secrets/a: HTTP 422. ` +
      'This update has replaced no VM of the control plane; make it writable and run pulumi up again to go on, or go back to the phase "write" (docs/runbooks/rotate-keys.md)',
  );
  expect(cluster.keys.get('a')).toBe('strata');
});

test('waits for an API that is away for a moment', async () => {
  await using api = await fakeApi();
  const cluster = new EncryptingApi(api, { a: 'strata' });
  cluster.beforeWrite = (count) => (count === 1 ? 503 : undefined);
  const { outputs } = await new ResourceLife(type).create(inputsOf(api));
  expect(outputs).toEqual({ secrets: 1 });
  expect(cluster.keys.get('a')).toBe('strata-2');
});
