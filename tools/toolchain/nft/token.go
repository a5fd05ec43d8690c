// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
)

type tokenKind int

const (
	word   tokenKind = iota // a name, number, address, keyword, `.`, `:`, `==`, `!=` or `@name`
	quoted                  // "text", kept without its quotes
	symbol                  // one of { } ; ,
	end                     // the end of a line
)

// token is one word of a line. Columns count bytes and start at 1, as in the messages of nft.
type token struct {
	kind        tokenKind
	text        string
	first, last int
}

func (t token) String() string {
	if t.kind == end {
		return "newline"
	}
	return fmt.Sprintf("%q", t.text)
}

// tokenize splits one line. knftables puts spaces around everything but `,` and `;`, and kube-proxy
// writes lists of CIDRs and flags with bare commas (knftables v0.0.17 and v0.0.21, objects.go).
func tokenize(line string) ([]token, error) {
	var tokens []token
	for at := 0; at < len(line); {
		switch c := line[at]; {
		case c == ' ' || c == '\t':
			at++
		case c == '"':
			length := strings.IndexByte(line[at+1:], '"')
			if length < 0 {
				return nil, syntaxError{at + 1, len(line), "the string has no closing quote"}
			}
			tokens = append(tokens, token{quoted, line[at+1 : at+1+length], at + 1, at + length + 2})
			at += length + 2
		case strings.IndexByte("{};,", c) >= 0:
			tokens = append(tokens, token{symbol, string(c), at + 1, at + 1})
			at++
		default:
			length := strings.IndexAny(line[at:], " \t\"{};,")
			if length < 0 {
				length = len(line) - at
			}
			tokens = append(tokens, token{word, line[at : at+length], at + 1, at + length})
			at += length
		}
	}
	return append(tokens, token{end, "", len(line) + 1, len(line) + 1}), nil
}

// syntaxError says which columns of a line are not understood, and why.
type syntaxError struct {
	first, last int
	reason      string
}

func (e syntaxError) Error() string { return e.reason }

// words reads the tokens of one line one after the other. A token that does not fit ends the line's
// reading by a panic with a syntaxError, which parseLine turns into an error.
type words struct {
	tokens []token
	at     int
}

func (w *words) peek() token { return w.tokens[w.at] }

func (w *words) next() token {
	t := w.tokens[w.at]
	if t.kind != end {
		w.at++
	}
	return t
}

// take reads the next token when it is this text, and tells whether it was.
func (w *words) take(text string) bool {
	if t := w.peek(); t.kind != quoted && t.text == text && t.kind != end {
		w.at++
		return true
	}
	return false
}

// expect reads tokens that must be these.
func (w *words) expect(texts ...string) {
	for _, text := range texts {
		if !w.take(text) {
			w.refuse(w.peek(), "expected %q", text)
		}
	}
}

// name reads a word that says what is meant by it in messages.
func (w *words) name(meaning string) token {
	t := w.next()
	if t.kind != word {
		w.refuse(t, "expected %s", meaning)
	}
	return t
}

func (w *words) text(meaning string) string {
	t := w.next()
	if t.kind != quoted {
		w.refuse(t, "expected %s in quotes", meaning)
	}
	return t.text
}

func (w *words) refuse(t token, format string, args ...any) {
	reason := fmt.Sprintf("unexpected %s, ", t) + fmt.Sprintf(format, args...)
	panic(syntaxError{t.first, t.last, reason})
}
