// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"testing"

	"github.com/container-storage-interface/spec/lib/go/csi"
)

const gib = 1 << 30

func request(name string, change func(*csi.CreateVolumeRequest)) *csi.CreateVolumeRequest {
	wanted := &csi.CreateVolumeRequest{
		Name:               name,
		Parameters:         map[string]string{"infraStorageClassName": "fast"},
		CapacityRange:      &csi.CapacityRange{RequiredBytes: gib},
		VolumeCapabilities: []*csi.VolumeCapability{access(csi.VolumeCapability_AccessMode_SINGLE_NODE_WRITER)},
	}
	change(wanted)
	return wanted
}

func unchanged(*csi.CreateVolumeRequest) {}

func (w *world) create(wanted *csi.CreateVolumeRequest) string {
	_, err := w.controller.CreateVolume(context.Background(), wanted)
	return message(err)
}

// specOf is the spec of a DataVolume that was made.
func (w *world) specOf(name string) any {
	made, err := w.objects.Tracker().Get(dataVolumes, "cluster-demo", name)
	if err != nil {
		w.Fatal(err)
	}
	return parse(w.T, text(w.T, made)).Object["spec"]
}

func TestAVolumeIsAnEmptyDataVolumeOfTheTenant(t *testing.T) {
	w := newWorld(t)
	answer, err := w.controller.CreateVolume(context.Background(), request("pvc-9", unchanged))
	expect(t, message(err), "")
	expect(t, answer.GetVolume().GetVolumeContext(), map[string]string{"bus": "scsi", "serial": ""})
	made, err := w.objects.Tracker().Get(dataVolumes, "cluster-demo", "pvc-9")
	expect(t, message(err), "")
	content := parse(t, text(t, made)).Object
	metadata := content["metadata"].(map[string]any)
	expect(t, metadata["labels"], map[string]string{"cluster": "demo"})
	expect(t, metadata["annotations"], map[string]string{keepAnnotation: "false"})
	expect(t, content["spec"], map[string]any{
		"source": map[string]any{"blank": map[string]any{}},
		"storage": map[string]any{
			"resources":        map[string]any{"requests": map[string]any{"storage": "1073741824"}},
			"storageClassName": "fast",
		},
	})
}

func TestACloneIsMadeByTheStorageItselfAndNotByCDI(t *testing.T) {
	w := newWorld(t, ownVolume)
	clone := request("pvc-9", func(r *csi.CreateVolumeRequest) {
		source := &csi.VolumeContentSource_VolumeSource{VolumeId: "pvc-1"}
		r.VolumeContentSource = &csi.VolumeContentSource{Type: &csi.VolumeContentSource_Volume{Volume: source}}
	})
	expect(t, w.create(clone), "")
	expect(t, w.specOf("pvc-9"), map[string]any{
		"storage": map[string]any{
			"dataSourceRef":    map[string]any{"apiGroup": nil, "kind": "PersistentVolumeClaim", "name": "pvc-1"},
			"resources":        map[string]any{"requests": map[string]any{"storage": "1073741824"}},
			"storageClassName": "fast",
		},
	})
}

func TestAVolumeThatIsThereIsTakenWhenItsSizeIsTheSame(t *testing.T) {
	w := newWorld(t, ownVolume)
	expect(t, w.create(request("pvc-1", unchanged)), "")
	larger := func(r *csi.CreateVolumeRequest) { r.CapacityRange.RequiredBytes = 2 * gib }
	expect(t, w.create(request("pvc-1", larger)),
		"rpc error: code = AlreadyExists desc = Requested storage size does not match existing size")
}

func TestWhatIsNotTheTenantsIsRefused(t *testing.T) {
	w := newWorld(t, foreignVolume)
	expect(t, w.create(request("pvc-2", unchanged)), "invalid volume name")
	expect(t, w.create(request("root-1", unchanged)), "invalid volume name")
	_, err := w.controller.DeleteVolume(context.Background(), &csi.DeleteVolumeRequest{VolumeId: "pvc-2"})
	expect(t, message(err), "invalid volume name")
}

func TestClassesThatAreNotListedAreRefused(t *testing.T) {
	const refused = "rpc error: code = InvalidArgument desc = infraStorageclass is not in the allowed list"
	class := func(name string) *csi.CreateVolumeRequest {
		return request("pvc-9", func(r *csi.CreateVolumeRequest) { r.Parameters["infraStorageClassName"] = name })
	}
	w := newWorld(t)
	expect(t, w.create(class("slow")), refused)
	expect(t, w.create(class("")), refused)
	w.controller.infra.enforcement = enforcement{AllowDefault: true}
	expect(t, w.create(class("")), "")
}

func TestOnlyBlockVolumesAreShared(t *testing.T) {
	shared := func(change func(*csi.VolumeCapability)) *csi.CreateVolumeRequest {
		return request("pvc-9", func(r *csi.CreateVolumeRequest) {
			one := access(csi.VolumeCapability_AccessMode_MULTI_NODE_MULTI_WRITER)
			change(one)
			r.VolumeCapabilities = []*csi.VolumeCapability{one}
		})
	}
	w := newWorld(t)
	expect(t, w.create(shared(func(*csi.VolumeCapability) {})),
		"rpc error: code = InvalidArgument desc = non-block volume with RWX access mode is not supported")
	expect(t, w.create(shared(func(one *csi.VolumeCapability) {
		one.AccessType = &csi.VolumeCapability_Block{Block: &csi.VolumeCapability_BlockVolume{}}
	})), "")
	storage := w.specOf("pvc-9").(map[string]any)["storage"].(map[string]any)
	expect(t, storage["accessModes"], []string{"ReadWriteMany"})
}

func TestAVolumeThatIsGoneIsDeleted(t *testing.T) {
	_, err := newWorld(t).controller.DeleteVolume(context.Background(), &csi.DeleteVolumeRequest{VolumeId: "pvc-1"})
	expect(t, message(err), "")
}

func (w *world) expand(bytes int64) (string, bool) {
	answer, err := w.controller.ControllerExpandVolume(context.Background(), &csi.ControllerExpandVolumeRequest{
		VolumeId:      "pvc-1",
		CapacityRange: &csi.CapacityRange{RequiredBytes: bytes},
	})
	return message(err), answer.GetNodeExpansionRequired()
}

func TestAVolumeGrowsByItsClaimAndTheNodeIsToldOfIt(t *testing.T) {
	const large = `{apiVersion: v1, kind: PersistentVolume, metadata: {name: infra-1},
  spec: {capacity: {storage: 2Gi}}}`
	failure, isForNode := newWorld(t, ownClaim, large).expand(2 * gib)
	expect(t, failure, "")
	expect(t, isForNode, true)
	const small = `{apiVersion: v1, kind: PersistentVolume, metadata: {name: infra-1},
  spec: {capacity: {storage: 1Gi}}}`
	failure, _ = newWorld(t, ownClaim, small).expand(2 * gib)
	expect(t, failure, "context deadline exceeded")
	failure, _ = newWorld(t).expand(2 * gib)
	expect(t, failure, "rpc error: code = NotFound desc = volume pvc-1 not found")
}
