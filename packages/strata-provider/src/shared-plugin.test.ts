// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import plugins from '@pulumi/pulumi/proto/plugin_pb.js';
import messages from '@pulumi/pulumi/proto/provider_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import { resourceTypes } from './resource-types.ts';
import { call, PluginProcess } from './testing/index.ts';

// The process that several engines share while they preview and look for drift.
const type = resourceTypes.randomKey;
const urn = `urn:pulumi:dev::try::${type}::one`;
const executable = join(import.meta.dirname, '../plugin/pulumi-resource-strata');
const plugin = await PluginProcess.start(executable, ['--shared'], { PATH: process.env.PATH });
const { client: provider } = plugin;
afterAll(() => plugin.end());

const inputs = () => structs.Struct.fromJavaScript({ bytes: 32 });

const create = (isPreview: boolean) =>
  call<InstanceType<typeof messages.CreateResponse>>((done) =>
    provider.create(
      new messages.CreateRequest()
        .setUrn(urn)
        .setType(type)
        .setName('one')
        .setPreview(isPreview)
        .setProperties(inputs()),
      done,
    ),
  );

test('each engine attaches, previews, and ends without ending the work of another', async () => {
  for (const address of ['127.0.0.1:1', '127.0.0.1:2']) {
    await call((done) => provider.attach(new plugins.PluginAttach().setAddress(address), done));
    await call((done) => provider.configure(new messages.ConfigureRequest(), done));
    expect((await create(true)).getId()).toBe('');
    await call((done) => provider.cancel(new empties.Empty(), done));
  }
  const read = new messages.ReadRequest().setUrn(urn).setType(type).setName('one').setId('one');
  read.setInputs(inputs()).setProperties(structs.Struct.fromJavaScript({ base64: 'AAAA' }));
  const found = await call<InstanceType<typeof messages.ReadResponse>>((done) =>
    provider.read(read, done),
  );
  expect([found.getId(), found.getProperties()?.toJavaScript()]).toEqual([
    'one',
    expect.objectContaining({ base64: expect.anything() as unknown }),
  ]);
});

test('it makes, changes and deletes nothing, whoever asks', async () => {
  const refused = 'several engines share this plugin, which changes nothing';
  await expect(create(false)).rejects.toThrow(refused);
  const update = new messages.UpdateRequest().setUrn(urn).setType(type).setName('one').setId('one');
  update.setOlds(inputs()).setOldInputs(inputs()).setNews(inputs());
  await expect(call((done) => provider.update(update, done))).rejects.toThrow(refused);
  const remove = new messages.DeleteRequest().setUrn(urn).setType(type).setName('one').setId('one');
  remove.setOldInputs(inputs()).setProperties(inputs());
  await expect(call((done) => provider.delete(remove, done))).rejects.toThrow(refused);
});
