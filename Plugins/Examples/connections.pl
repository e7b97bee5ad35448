#!/usr/bin/perl
# TCP connections of this machine: open, waiting for a program, and listening. A plugin of sensor-agent in Perl without modules.

use strict;
use warnings;

my %sensors = (
    'tcp.established' => ['Open TCP connections', '01'],
    'tcp.time_wait'   => ['TCP connections that wait for their end', '06'],
    'tcp.close_wait'  => ['TCP connections that no program has closed', '08'],
    'tcp.listening'   => ['Listening TCP sockets', '0A'],
);

# How many there are in each state (include/net/tcp_states.h), or nothing when the kernel does not say all of it.
sub counts {
    my %counts;
    for my $file ('/proc/net/tcp', '/proc/net/tcp6') {
        open(my $lines, '<', $file) or do {
            # A machine without IPv6 has no second file.
            next if $!{ENOENT};
            print STDERR "$file: $!\n";
            return {};
        };
        $counts{seen} = 1;
        while (<$lines>) { $counts{$1}++ if /^\s*\d+: \S+ \S+ ([0-9A-F]{2}) /; }
        close($lines);
    }
    return \%counts;
}

sub listing {
    my @items = map {
        qq({"id":"$_","device":"Network","name":"$sensors{$_}[0]","state_class":"measurement","category":"diagnostic"})
    } sort keys %sensors;
    return '{"answer":"list","sensors":[' . join(',', @items) . ']}';
}

sub readings {
    my ($line) = @_;
    my ($list) = $line =~ /"ids":\[(.*)\]/ or return '{"answer":"error","text":"there are no ids"}';
    my $counts = counts();
    my @items;
    # As they stand between their quotes, so that what is not ours goes back as it came.
    while ($list =~ /"((?:[^"\\]|\\.)*)"/g) {
        my $id = $1;
        my $outcome = '"unavailable":"not_present"';
        if (my $sensor = $sensors{$id}) {
            $outcome = $counts->{seen} ? '"value":' . ($counts->{$sensor->[1]} // 0) : '"unavailable":"no_data"';
        }
        push @items, qq({"id":"$id",$outcome});
    }
    return '{"answer":"read","readings":[' . join(',', @items) . ']}';
}

$| = 1;
$SIG{HUP} = 'IGNORE';
while (my $line = <STDIN>) {
    my ($word) = $line =~ /"request":"(\w+)"/;
    $word //= '';
    my $answer =
          $word eq 'hello' ? '{"answer":"hello","protocol":1,"name":"TCP connections","version":"1"}'
        : $word eq 'list' ? listing()
        : $word eq 'read' ? readings($line)
        : $word =~ /^(watch|health|bye)$/ ? qq({"answer":"$word"})
        : '{"answer":"error","text":"this request is not known here"}';
    print "$answer\n";
    last if $word eq 'bye';
}
