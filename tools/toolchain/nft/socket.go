// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// A message begins with struct nlmsghdr and struct nfgenmsg (linux/netfilter/nfnetlink.h).
const (
	sizeofNfgenmsg = 4
	headers        = unix.SizeofNlMsghdr + sizeofNfgenmsg
)

// ofSubsystem is the type of a message of nf_tables on the socket that all of netfilter shares.
func ofSubsystem(kind uint16) uint16 { return unix.NFNL_SUBSYS_NFTABLES<<8 | kind }

// encode gives a message its headers. The resource is the subsystem in the messages around a batch.
func encode(kind, flags uint16, sequence uint32, family uint8, resource uint16, a attributes) []byte {
	raw := binary.NativeEndian.AppendUint32(nil, uint32(headers+len(a)))
	raw = binary.NativeEndian.AppendUint16(raw, kind)
	raw = binary.NativeEndian.AppendUint16(raw, flags|unix.NLM_F_REQUEST)
	raw = binary.NativeEndian.AppendUint32(raw, sequence)
	raw = binary.NativeEndian.AppendUint32(raw, 0)
	raw = append(raw, family, unix.NFNETLINK_V0)
	raw = binary.BigEndian.AppendUint16(raw, resource)
	return append(raw, a...)
}

// encode lays the batch out for the kernel. Message i has the sequence number i+1. Without its last
// message the kernel checks a batch and takes it back.
func (b *batch) encode(isCheck bool) []byte {
	raw := encode(unix.NFNL_MSG_BATCH_BEGIN, 0, 0, unix.AF_UNSPEC, unix.NFNL_SUBSYS_NFTABLES, nil)
	for i, m := range b.messages {
		raw = append(raw, encode(ofSubsystem(m.kind), m.flags, uint32(i+1), m.family, 0, m.attributes)...)
	}
	if isCheck {
		return raw
	}
	sequence := uint32(len(b.messages) + 1)
	return append(raw, encode(unix.NFNL_MSG_BATCH_END, 0, sequence, unix.AF_UNSPEC, unix.NFNL_SUBSYS_NFTABLES, nil)...)
}

// socket speaks with nf_tables of the network namespace that this process is in.
type socket struct{ fd int }

func openSocket() (*socket, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_NETFILTER)
	if err != nil {
		return nil, fmt.Errorf("cannot open a netlink socket: %w", err)
	}
	return &socket{fd}, nil
}

func (s *socket) send(raw []byte) error {
	// The kernel takes a batch in one piece only. More than the system's limit needs
	// CAP_NET_ADMIN over the namespace, which all of this needs anyway.
	if err := unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_SNDBUFFORCE, 2*len(raw)); err != nil {
		_ = unix.SetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_SNDBUF, 2*len(raw))
	}
	return unix.Sendto(s.fd, raw, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK})
}

// answer is one message from the kernel.
type answer struct {
	kind, flags uint16
	sequence    uint32
	body        []byte // after struct nlmsghdr
}

// receive reads what the kernel has said in one piece.
func (s *socket) receive(flags int) ([]answer, error) {
	buffer := make([]byte, 1<<20)
	length, _, err := unix.Recvfrom(s.fd, buffer, flags)
	if err != nil {
		return nil, err
	}
	var answers []answer
	for raw := buffer[:length]; len(raw) >= unix.SizeofNlMsghdr; {
		size := int(binary.NativeEndian.Uint32(raw))
		if size < unix.SizeofNlMsghdr || size > len(raw) {
			return nil, errors.New("the kernel's answer is cut off")
		}
		answers = append(answers, answer{
			binary.NativeEndian.Uint16(raw[4:]),
			binary.NativeEndian.Uint16(raw[6:]),
			binary.NativeEndian.Uint32(raw[8:]),
			raw[unix.SizeofNlMsghdr:size],
		})
		raw = raw[min(padded(size), len(raw)):]
	}
	return answers, nil
}

// errno is the error in an answer of type NLMSG_ERROR, 0 in an acknowledgement.
func (a answer) errno() unix.Errno {
	if a.kind != unix.NLMSG_ERROR || len(a.body) < 4 {
		return 0
	}
	return unix.Errno(-int32(binary.NativeEndian.Uint32(a.body)))
}

// reason is what nft says about an error number: glibc's text, which begins with a capital.
func reason(errno unix.Errno) string {
	switch errno {
	case unix.ENOENT:
		return noSuchFile
	case unix.EEXIST:
		return "File exists"
	}
	text := errno.Error()
	return string(text[0]-'a'+'A') + text[1:]
}

// apply changes the kernel's tables by all of the batch, or by nothing of it.
func (s *socket) apply(b *batch, isCheck bool) error {
	if err := s.send(b.encode(isCheck)); err != nil {
		return fmt.Errorf("Error: Could not process rule: %s", reasonOf(err))
	}
	// The kernel worked on the batch while it was sent. It answers only about messages that it
	// refused, so that there may be nothing to wait for.
	var failures []error
	for {
		answers, err := s.receive(unix.MSG_DONTWAIT)
		if err == unix.EAGAIN {
			return errors.Join(failures...)
		}
		if err != nil {
			return errors.Join(append(failures, fmt.Errorf("Error: %s", reasonOf(err)))...)
		}
		for _, a := range answers {
			if errno := a.errno(); errno != 0 {
				where := location{line: 1, first: 1, last: 1}
				if i := int(a.sequence) - 1; i >= 0 && i < len(b.messages) {
					where = b.messages[i].line
				}
				failures = append(failures, failure{where, "Could not process rule: " + reason(errno)})
			}
		}
	}
}

func reasonOf(err error) string {
	var errno unix.Errno
	if errors.As(err, &errno) {
		return reason(errno)
	}
	return err.Error()
}

// interrupted is how often a listing starts again because the tables changed meanwhile.
const interrupted = 100

// dump lists objects: it calls visit with each one's family and attributes.
func (s *socket) dump(kind uint16, family uint8, a attributes) ([]read, error) {
	for range interrupted {
		found, isWhole, err := s.dumpOnce(kind, family, a)
		if err != nil || isWhole {
			return found, err
		}
	}
	return nil, errors.New("the tables change faster than they can be listed")
}

func (s *socket) dumpOnce(kind uint16, family uint8, a attributes) (found []read, isWhole bool, failed error) {
	if err := s.send(encode(ofSubsystem(kind), unix.NLM_F_DUMP, 1, family, 0, a)); err != nil {
		return nil, false, err
	}
	for isWhole = true; ; {
		answers, err := s.receive(0)
		if err != nil {
			return nil, false, err
		}
		for _, a := range answers {
			if a.flags&unix.NLM_F_DUMP_INTR != 0 {
				isWhole = false
			}
			switch {
			case a.kind == unix.NLMSG_ERROR:
				return nil, false, a.errno()
			case a.kind == unix.NLMSG_DONE:
				return found, isWhole, nil
			case len(a.body) >= sizeofNfgenmsg:
				found = append(found, readAttributes(a.body[sizeofNfgenmsg:]))
			}
		}
	}
}
