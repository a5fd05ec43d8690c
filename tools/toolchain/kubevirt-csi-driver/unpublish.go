// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

// ControllerUnpublishVolume takes the volume out of the node's machine.
//
// As upstream from faea0fe0 (July 2025) to 27b52aa2 (June 2026), it looks at the VirtualMachine alone
// before it begins: once the spec lacks the volume, or the VirtualMachine is gone, it succeeds, although
// the VirtualMachineInstance that runs may still have the disk.
func (c *controller) ControllerUnpublishVolume(ctx context.Context, request *csi.ControllerUnpublishVolumeRequest) (*csi.ControllerUnpublishVolumeResponse, error) {
	volume := request.GetVolumeId()
	if volume == "" {
		return nil, status.Error(codes.InvalidArgument, "volume id missing in request")
	}
	if request.GetNodeId() == "" {
		return nil, status.Error(codes.InvalidArgument, "node id missing in request")
	}
	_, machine, err := cache.SplitMetaNamespaceKey(request.GetNodeId())
	if err != nil {
		klog.Error("failed getting VM Name for node ID " + request.GetNodeId())
		return nil, err
	}
	isGone, err := c.infra.specLacks(ctx, machine, volume)
	if err != nil {
		return nil, err
	}
	if isGone {
		klog.V(3).Infof("Volume %s already detached from VM %s – skipping hot-unplug", volume, machine)
		return &csi.ControllerUnpublishVolumeResponse{}, nil
	}
	if err := c.insist(func() error { return c.unplug(ctx, machine, volume) }, func(err error) {
		klog.Infof("failed removing volume %s from VM %s, err: %v", volume, machine, err)
	}); err != nil {
		return nil, err
	}
	if err := c.infra.awaitRemoval(ctx, machine, volume); err != nil {
		klog.Errorf("volume %s failed to be removed in time (2m) from VM %s, %v", volume, machine, err)
		return nil, err
	}
	return &csi.ControllerUnpublishVolumeResponse{}, nil
}

// unplug takes the volume out of the machine's spec or, when that lacks it, out of the instance that
// runs: removeVolumeFromVm.
func (c *controller) unplug(ctx context.Context, machine, volume string) error {
	found, err := c.infra.machine(ctx, machine)
	if apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	options := &kubevirtv1.RemoveVolumeOptions{Name: volume}
	if hasHotplugged(found, volume) {
		return c.infra.change(ctx, "virtualmachines", machine, "removevolume", options)
	}
	instance, err := c.infra.instance(ctx, machine)
	if err != nil {
		return err
	}
	for _, one := range instance.Status.VolumeStatus {
		if one.Name == volume && one.HotplugVolume != nil {
			return c.infra.change(ctx, "virtualmachineinstances", machine, "removevolume", options)
		}
	}
	return nil
}

// insist tries five times, for machines that start or migrate refuse for a while. As upstream, it
// leaves the last reason to the log and returns "timed out waiting for the condition".
func (c *controller) insist(attempt func() error, onFailure func(error)) error {
	backoff := wait.Backoff{
		Duration: c.infra.limits.firstPause,
		Factor:   2,
		Steps:    5,
		Cap:      30 * c.infra.limits.firstPause,
	}
	return wait.ExponentialBackoff(backoff, func() (bool, error) {
		err := attempt()
		if err != nil {
			onFailure(err)
		}
		return err == nil, nil
	})
}
