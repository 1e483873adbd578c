/**
 * Runs in the keeper: a container that holds the scratch disk mounted at /lane and sees nothing else of the host but its programs. It makes, reads and
 * empties slots on order, one line each, with few programs as each takes milliseconds, and never runs anything that a box left. A slot has one `upper` and `work` per overlay, and the plain folders
 * that a box sees as /heal, /tmp and /var/tmp. Ends when Heal does, as its stdin does.
 */
export const keeperScript = `umask 022
cd /lane || exit 1
rm -rf lost+found
file_of() {
  file=/lane/$1/heal/out/$2
  [ -f "$file" ] && [ ! -L "$file" ] || return 1
  case $(readlink -f "$file") in "/lane/$1/heal/out/"*) ;; *) return 1 ;; esac
  size=$(stat -c %s "$file") && [ "$size" -le "$cap" ]
}
echo ready
while read -r verb name rest; do
  case $verb in
  slot)
    set -- $rest; uid=$1; gid=$2; mode=$3; shift 3
    uppers=; works=
    for key; do uppers="$uppers $name/$key/upper"; works="$works $name/$key/work"; done
    mkdir -p "$name/heal/order" "$name/heal/tools" "$name/heal/out" "$name/heal/home" "$name/tmp" "$name/vartmp" $uppers $works
    chmod 1777 "$name/tmp" "$name/vartmp"
    [ "$mode" = 755 ] || chmod "$mode" "$name/tree/upper"
    [ "$uid:$gid" = 0:0 ] || chown "$uid:$gid" $uppers "$name/heal" "$name/heal/"*
    echo done ;;
  drop) rm -rf "$name"; echo done ;;
  forget) rm -rf "/lane/$name/tree/upper/$rest"; echo done ;;
  free) stat -f -c '%a %b %S %d' /lane ;;
  list) (cd "$name/heal/out" && find . -type f) 2>/dev/null | head -n "$rest" | cut -c3-; echo ;;
  cap) cap=$name; echo done ;;
  read) if file_of "$name" "$rest"; then echo "$size"; cat "$file"; else echo -; fi ;;
  pids) n=0; read -r n 2>/dev/null <"$name/heal/order/pids"; echo "$n" ;;
  esac
done
`;
