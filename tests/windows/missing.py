"""What Python has on POSIX systems and not on Windows, as its documentation and typeshed say."""

from __future__ import annotations

import re

_MODULES = """
    crypt curses fcntl grp nis ossaudiodev posix pty pwd readline resource spwd syslog termios tty
"""
MODULES = frozenset(_MODULES.split())
"""Modules that cannot be imported."""

_OS = """
    chown chroot confstr copy_file_range ctermid environb eventfd eventfd_read eventfd_write fchdir
    fchmod fchown fdatasync fork forkpty fpathconf fstatvfs fwalk get_blocking getegid getenvb
    geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp getpriority getrandom getresgid
    getresuid getsid getuid getxattr initgroups killpg lchown listxattr lockf login_tty major
    makedev memfd_create minor mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_\\w+ pread
    preadv pwrite pwritev readv register_at_fork removexattr sched_\\w+ sendfile set_blocking
    setegid seteuid setgid setgroups setpgid setpgrp setpriority setregid setresgid setresuid
    setreuid setsid setuid setxattr spawnlpe? spawnvpe? splice statvfs sync sysconf tcgetpgrp
    tcsetpgrp ttyname uname wait wait3 wait4 waitid writev
    O_(?!RDONLY|WRONLY|RDWR|APPEND|CREAT|EXCL|TRUNC|BINARY|TEXT|NOINHERIT|TEMPORARY|RANDOM)\\w+
    (CLD|EFD|EX|GRND|MFD|POSIX|PRIO|RTLD|RWF|SCHED|SPLICE|ST|XATTR)_\\w+ P_(ALL|PGID|PID|PIDFD)
    F_T?U?LOCK F_TEST SEEK_(DATA|HOLE) W[A-Z]+ NGROUPS_MAX
"""
_SIGNAL = """
    SIG(?!INT$|ILL$|FPE$|SEGV$|TERM$|ABRT$|BREAK$|_DFL$|_IGN$)\\w+ ITIMER_\\w+ ItimerError alarm
    getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer siginterrupt sigpending
    sigtimedwait sigwait sigwaitinfo
"""

ATTRIBUTES = {
    module: re.compile("|".join(names.split()))
    for module, names in {
        "os": _OS,
        "signal": _SIGNAL,
        "_signal": _SIGNAL,
        "time": "CLOCK_\\w+ clock_\\w+ pthread_getcpuclockid tzset",
        "select": "epoll poll kqueue (EPOLL|POLL|KQ)\\w*",
        "socket": "AF_UNIX SO_REUSEPORT MSG_DONTWAIT MSG_NOSIGNAL send_fds recv_fds",
        "locale": "LC_MESSAGES nl_langinfo bindtextdomain textdomain d?gettext",
    }.items()
}
"""Names of modules that both have, of which Windows has none."""
