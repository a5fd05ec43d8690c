// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

// ControllerPublishVolume plugs the volume into the node's machine and returns when the guest has it.
// The node's id is NAMESPACE/NAME of the machine; the namespace in it is not used.
func (c *controller) ControllerPublishVolume(ctx context.Context, request *csi.ControllerPublishVolumeRequest) (*csi.ControllerPublishVolumeResponse, error) {
	if err := checkPublish(request); err != nil {
		return nil, err
	}
	volume := request.GetVolumeId()
	_, machine, err := cache.SplitMetaNamespaceKey(request.GetNodeId())
	if err != nil {
		klog.Error("failed getting VM Name for node ID " + request.GetNodeId())
		return nil, err
	}
	if err := c.refuseSecondMachine(ctx, request, machine); err != nil {
		return nil, err
	}
	if _, err := c.infra.dataVolume(ctx, volume); apierrors.IsNotFound(err) {
		return nil, status.Errorf(codes.NotFound, "volume %s not found", volume)
	} else if err != nil {
		return nil, err
	}
	if _, err := c.infra.machine(ctx, machine); apierrors.IsNotFound(err) {
		return nil, status.Errorf(codes.NotFound, "vm %s not found", machine)
	} else if err != nil {
		return nil, err
	}
	// Upstream is done when the machine's spec has the volume, whether or not it has arrived.
	isThere, err := c.infra.specHas(ctx, machine, volume)
	if err != nil || isThere {
		return answerIf(err, &csi.ControllerPublishVolumeResponse{})
	}
	if err := c.insist(func() error { return c.plug(ctx, request, machine) }, func(err error) {
		klog.Infof("failed adding volume %s to VM %s, retrying, err: %v", volume, machine, err)
	}); err != nil {
		return nil, err
	}
	if err := c.infra.awaitArrival(ctx, machine, volume); err != nil {
		klog.Errorf("volume %s failed to be ready in time (2m) in VM %s, %v", volume, machine, err)
		return nil, err
	}
	return &csi.ControllerPublishVolumeResponse{}, nil
}

func checkPublish(request *csi.ControllerPublishVolumeRequest) error {
	switch {
	case request.GetVolumeId() == "":
		return status.Error(codes.InvalidArgument, "volume id missing in request")
	case request.GetNodeId() == "":
		return status.Error(codes.InvalidArgument, "node id missing in request")
	case request.GetVolumeCapability() == nil:
		return status.Error(codes.InvalidArgument, "volume capability missing in request")
	}
	return nil
}

// refuseSecondMachine keeps a volume that only one node may have out of a second machine:
// IsVolumeAttachedToOtherVMI.
func (c *controller) refuseSecondMachine(ctx context.Context, request *csi.ControllerPublishVolumeRequest, machine string) error {
	isShared, err := isSharedMode(request.GetVolumeCapability().GetAccessMode())
	if err != nil {
		return fmt.Errorf("error checking access mode: %w", err)
	}
	if isShared {
		return nil
	}
	other, err := c.infra.otherInstanceWith(ctx, request.GetVolumeId(), machine)
	if err != nil {
		return status.Errorf(codes.FailedPrecondition, "failed to check if volume is already attached: failed to list Virtual Machine Instances in namespace %s: %s", c.infra.namespace, err)
	}
	if other != "" {
		namespace := c.infra.namespace
		klog.Infof("CONFLICT: PVC %s/%s is in use by VMI %s/%s", namespace, request.GetVolumeId(), namespace, other)
		return status.Error(codes.FailedPrecondition, "volume is attached to another VM")
	}
	return nil
}

// plug asks KubeVirt for the volume unless the machine's spec has it: addVolumeToVm.
func (c *controller) plug(ctx context.Context, request *csi.ControllerPublishVolumeRequest, machine string) error {
	name := request.GetVolumeId()
	found, err := c.infra.machine(ctx, machine)
	if apierrors.IsNotFound(err) {
		return status.Errorf(codes.NotFound, "vm %s not found", machine)
	} else if err != nil {
		return err
	}
	if hasHotplugged(found, name) {
		return nil
	}
	bus := kubevirtv1.DiskBus(request.GetVolumeContext()[busParameter])
	return c.infra.change(ctx, "virtualmachines", machine, "addvolume", &kubevirtv1.AddVolumeOptions{
		Name: name,
		Disk: &kubevirtv1.Disk{
			Serial:     request.GetVolumeContext()[serialParameter],
			DiskDevice: kubevirtv1.DiskDevice{Disk: &kubevirtv1.DiskTarget{Bus: bus}},
		},
		VolumeSource: &kubevirtv1.HotplugVolumeSource{DataVolume: &kubevirtv1.DataVolumeSource{Name: name}},
	})
}

func answerIf[T any](err error, answer *T) (*T, error) {
	if err != nil {
		return nil, err
	}
	return answer, nil
}
