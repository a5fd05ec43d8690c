// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/dynamic/fake"
)

// world is an infra cluster and a tenant in memory, with a controller that works for the tenant demo.
type world struct {
	*testing.T
	controller *controller
	objects    *fake.FakeDynamicClient
	// changes are the requests to KubeVirt's subresources: "RESOURCE/NAME/SUBRESOURCE BODY".
	changes []string
	// onChange is what KubeVirt makes of one; the default is to do nothing.
	onChange func(change string) error
}

var kinds = map[schema.GroupVersionResource]string{
	dataVolumes:     "DataVolumeList",
	machines:        "VirtualMachineList",
	instances:       "VirtualMachineInstanceList",
	claims:          "PersistentVolumeClaimList",
	volumes:         "PersistentVolumeList",
	snapshots:       "VolumeSnapshotList",
	snapshotClasses: "VolumeSnapshotClassList",
}

// newWorld makes one that holds the objects, each a YAML document.
func newWorld(t *testing.T, documents ...string) *world {
	objects := make([]runtime.Object, len(documents))
	for index, document := range documents {
		objects[index] = parse(t, document)
	}
	client := fake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), kinds, objects...)
	w := &world{T: t, objects: client, onChange: func(string) error { return nil }}
	w.controller = &controller{infra: &infra{
		objects:   client,
		tenant:    client,
		namespace: "cluster-demo",
		labels:    map[string]string{"cluster": "demo"},
		prefix:    "pvc-",
		enforcement: enforcement{
			AllowList: []string{"fast"},
			Mapping:   []snapshotMapping{{StorageClasses: []string{"fast"}, VolumeSnapshotClasses: []string{"rbd"}}},
		},
		limits: limits{firstPause: time.Microsecond, poll: time.Millisecond, patience: 50 * time.Millisecond},
		change: func(_ context.Context, resource, name, subresource string, options any) error {
			body, err := json.Marshal(options)
			if err != nil {
				return err
			}
			change := resource + "/" + name + "/" + subresource + " " + string(body)
			w.changes = append(w.changes, change)
			return w.onChange(change)
		},
	}}
	return w
}

func parse(t *testing.T, document string) *unstructured.Unstructured {
	content := map[string]any{}
	if err := yaml.Unmarshal([]byte(document), &content); err != nil {
		t.Fatal(err)
	}
	return &unstructured.Unstructured{Object: content}
}

// put replaces an object of the namespace.
func (w *world) put(kind schema.GroupVersionResource, document string) {
	if err := w.objects.Tracker().Update(kind, parse(w.T, document), "cluster-demo"); err != nil {
		w.Fatal(err)
	}
}

// expect fails unless two values are the same as JSON.
func expect(t *testing.T, got, wanted any) {
	t.Helper()
	gotText, wantedText := text(t, got), text(t, wanted)
	if gotText != wantedText {
		t.Errorf("got    %s\nwanted %s", gotText, wantedText)
	}
}

func text(t *testing.T, value any) string {
	t.Helper()
	if err, isError := value.(error); isError {
		return err.Error()
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	// Once more as a map, whose keys are in order.
	var plain any
	if err := json.Unmarshal(encoded, &plain); err != nil {
		t.Fatal(err)
	}
	if encoded, err = json.Marshal(plain); err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// message is that of an error, or "" for none.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

const (
	ownVolume = `{apiVersion: cdi.kubevirt.io/v1beta1, kind: DataVolume,
  metadata: {name: pvc-1, namespace: cluster-demo, uid: u1, labels: {cluster: demo}},
  spec: {storage: {resources: {requests: {storage: 1Gi}}}}}`
	foreignVolume = `{apiVersion: cdi.kubevirt.io/v1beta1, kind: DataVolume,
  metadata: {name: pvc-2, namespace: cluster-demo, labels: {cluster: other}}}`
	emptyMachine = `{apiVersion: kubevirt.io/v1, kind: VirtualMachine,
  metadata: {name: md-0, namespace: cluster-demo}, spec: {template: {spec: {domain: {devices: {}}}}}}`
	machineWithVolume = `{apiVersion: kubevirt.io/v1, kind: VirtualMachine,
  metadata: {name: md-0, namespace: cluster-demo}, spec: {template: {spec: {domain: {devices: {}},
  volumes: [{name: pvc-1, dataVolume: {name: pvc-1, hotpluggable: true}}]}}}}`
	emptyInstance = `{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance,
  metadata: {name: md-0, namespace: cluster-demo}, spec: {domain: {devices: {}}}}`
	instanceWithVolume = `{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance,
  metadata: {name: md-0, namespace: cluster-demo}, spec: {domain: {devices: {}}},
  status: {volumeStatus: [{name: pvc-1, target: sda, phase: Ready, hotplugVolume: {}}]}}`
	otherInstance = `{apiVersion: kubevirt.io/v1, kind: VirtualMachineInstance,
  metadata: {name: md-1, namespace: cluster-demo}, spec: {domain: {devices: {}}},
  status: {volumeStatus: [{name: pvc-1, target: sda, phase: Ready, hotplugVolume: {}}]}}`
	ownClaim = `{apiVersion: v1, kind: PersistentVolumeClaim,
  metadata: {name: pvc-1, namespace: cluster-demo, labels: {cluster: demo}},
  spec: {storageClassName: fast, volumeName: infra-1, resources: {requests: {storage: 1Gi}}}}`
)
