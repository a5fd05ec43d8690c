// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/container-storage-interface/spec/lib/go/csi"
)

func access(mode csi.VolumeCapability_AccessMode_Mode) *csi.VolumeCapability {
	return &csi.VolumeCapability{AccessMode: &csi.VolumeCapability_AccessMode{Mode: mode}}
}

func (w *world) publish() string {
	_, err := w.controller.ControllerPublishVolume(context.Background(), &csi.ControllerPublishVolumeRequest{
		VolumeId:         "pvc-1",
		NodeId:           "cluster-demo/md-0",
		VolumeCapability: access(csi.VolumeCapability_AccessMode_SINGLE_NODE_WRITER),
		VolumeContext:    map[string]string{"bus": "scsi", "serial": "u1"},
	})
	return message(err)
}

func (w *world) unpublish() string {
	_, err := w.controller.ControllerUnpublishVolume(context.Background(), &csi.ControllerUnpublishVolumeRequest{
		VolumeId: "pvc-1",
		NodeId:   "cluster-demo/md-0",
	})
	return message(err)
}

func TestAVolumeIsPluggedInAndAwaited(t *testing.T) {
	w := newWorld(t, ownVolume, emptyMachine, emptyInstance)
	w.onChange = func(string) error {
		w.put(machines, machineWithVolume)
		w.put(instances, instanceWithVolume)
		return nil
	}
	expect(t, w.publish(), "")
	expect(t, w.changes, []string{
		`virtualmachines/md-0/addvolume {"name":"pvc-1",` +
			`"disk":{"name":"","disk":{"bus":"scsi"},"serial":"u1"},` +
			`"volumeSource":{"dataVolume":{"name":"pvc-1"}}}`,
	})
}

func TestAVolumeInTheSpecCountsAsPublishedBeforeItHasArrived(t *testing.T) {
	w := newWorld(t, ownVolume, machineWithVolume, emptyInstance)
	expect(t, w.publish(), "")
	expect(t, w.changes, nil)
}

func TestAVolumeThatAnotherMachineHasIsRefused(t *testing.T) {
	w := newWorld(t, ownVolume, emptyMachine, emptyInstance, otherInstance)
	expect(t, w.publish(), "rpc error: code = FailedPrecondition desc = volume is attached to another VM")
}

func TestPublishingNamesWhatIsMissing(t *testing.T) {
	expect(t, newWorld(t, emptyMachine).publish(), "rpc error: code = NotFound desc = volume pvc-1 not found")
	expect(t, newWorld(t, ownVolume).publish(), "rpc error: code = NotFound desc = vm md-0 not found")
}

func TestAVolumeThatDoesNotArriveIsAnErrorOfTime(t *testing.T) {
	w := newWorld(t, ownVolume, emptyMachine, emptyInstance)
	expect(t, w.publish(), "context deadline exceeded")
}

func TestKubeVirtIsAskedFiveTimesAndItsReasonIsLeftOut(t *testing.T) {
	w := newWorld(t, ownVolume, emptyMachine, emptyInstance)
	w.onChange = func(string) error { return errors.New("the machine is migrating") }
	expect(t, w.publish(), "timed out waiting for the condition")
	expect(t, len(w.changes), 5)
}

func TestAVolumeIsTakenOutOfTheSpecAndAwaited(t *testing.T) {
	w := newWorld(t, machineWithVolume, instanceWithVolume)
	w.onChange = func(string) error {
		w.put(machines, emptyMachine)
		w.put(instances, emptyInstance)
		return nil
	}
	expect(t, w.unpublish(), "")
	expect(t, w.changes, []string{`virtualmachines/md-0/removevolume {"name":"pvc-1"}`})
}

func TestAVolumeThatTheSpecLacksCountsAsGoneAlthoughTheMachineHasIt(t *testing.T) {
	// Mended upstream by 27b52aa2, after the image that user clusters run.
	w := newWorld(t, emptyMachine, instanceWithVolume)
	expect(t, w.unpublish(), "")
	expect(t, w.changes, nil)
	orphan := newWorld(t, instanceWithVolume)
	expect(t, orphan.unpublish(), "")
	expect(t, orphan.changes, nil)
}

func TestAVolumeThatStaysInTheMachineIsAnErrorOfTime(t *testing.T) {
	w := newWorld(t, machineWithVolume, instanceWithVolume)
	w.onChange = func(string) error {
		w.put(machines, emptyMachine)
		return nil
	}
	expect(t, w.unpublish(), "context deadline exceeded")
}

func TestANodeIdIsNamespaceAndName(t *testing.T) {
	_, err := newWorld(t).controller.ControllerUnpublishVolume(context.Background(), &csi.ControllerUnpublishVolumeRequest{
		VolumeId: "pvc-1",
		NodeId:   "a/b/c",
	})
	expect(t, strings.HasPrefix(message(err), `unexpected key format: "a/b/c"`), true)
}
